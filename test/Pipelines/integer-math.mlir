// Functions of integers have instructions, not functions of libdevice.

// RUN: polymem-opt %s --polymem-to-ptx | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx=index-bitwidth=32 | FileCheck %s
// CHECK-DAG: clz.b32
// CHECK-DAG: popc.b32
// CHECK-DAG: abs.s
// RUN: polymem-run %s --entry=f --compare --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=VALUES
// VALUES: identical
func.func @f(%A: memref<64xi32>, %B: memref<64xindex>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xi32>
    %b = math.ctlz %a : i32
    %c = math.ctpop %a : i32
    %d = math.absi %a : i32
    %e = math.cttz %a : i32
    %bc = arith.addi %b, %c : i32
    %de = arith.muli %d, %e : i32
    %all = arith.addi %bc, %de : i32
    affine.store %all, %A[%i] : memref<64xi32>
    %x = affine.load %B[%i] : memref<64xindex>
    %y = math.absi %x : index
    affine.store %y, %B[%i] : memref<64xindex>
  }
  return
}
