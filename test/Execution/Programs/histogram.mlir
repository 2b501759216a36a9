// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-to-emulator --sizes=N=200 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// Which bin is added to depends on data.
// CHECK: warning: this nest runs on one thread, about 1024 iterations, one after another (assuming N = 1024): no loop
// EQUAL: histogram: N=200: identical

func.func @histogram(%data: memref<?xi32> {polymem.shape = ["N"], polymem.range = [0, 64]}, %bins: memref<64xi32>, %N: index {polymem.param = "N"}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    %v = affine.load %data[%i] : memref<?xi32>
    %b = arith.index_cast %v : i32 to index
    %c = memref.load %bins[%b] : memref<64xi32>
    %n = arith.addi %c, %one : i32
    memref.store %n, %bins[%b] : memref<64xi32>
  }
  return
}
