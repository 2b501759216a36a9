// RUN: polymem-opt %s --polymem-split-reductions --remarks-filter=polymem-split-reductions --remark-format=emitRemark --mlir-disable-threading 2>&1 | FileCheck %s

// What is a reduction and is not split is a remark.

// CHECK: [Analysis] NotSplit | {{.*}}Function=few | {{.*}}Remark="the reduction has less than 64 iterations"
// CHECK: [Analysis] NotSplit | {{.*}}Function=columns | Remark="the loop around the reduction is parallel, and
// CHECK-NOT: alloca
func.func @few(%A: memref<?xi32>, %S: memref<i32>) {
  affine.for %i = 0 to 63 {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}
func.func @columns(%A: memref<?x?xi32>, %S: memref<?xi32>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xi32>
      %s = affine.load %S[%j] : memref<?xi32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %S[%j] : memref<?xi32>
    }
  }
  return
}
