// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=100 --sizes=N=1 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// The bin depends on data: its load and store stay, the loop around is raised.
// CHECK-LABEL: func @histogram
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addi
// CHECK-NEXT: memref.store

func.func @histogram(%data: memref<?xi32> {polymem.shape = ["N"], polymem.range = [0, 16]}, %bins: memref<16xi32>,
                     %n: i32 {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %nx = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %nx step %c1 {
    %v = memref.load %data[%i] : memref<?xi32>
    %b = arith.index_cast %v : i32 to index
    %c = memref.load %bins[%b] : memref<16xi32>
    %d = arith.addi %c, %one : i32
    memref.store %d, %bins[%b] : memref<16xi32>
  }
  return
}
