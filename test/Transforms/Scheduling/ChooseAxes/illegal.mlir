// The attribute of a loop is not believed: here an iteration reads what an earlier one of i has
// written, and a function that says otherwise is left as it is.
// RUN: polymem-opt %s -o %t.before.mlir
// RUN: polymem-opt %t.before.mlir --polymem-choose-axes --remarks-filter=polymem-choose-axes --remark-policy=all -o %t.after.mlir 2>&1 | FileCheck %s
// RUN: diff %t.before.mlir %t.after.mlir

// CHECK: NotSkewed {{.*}}threads are not along i1 - i0: it does not respect a flow dependence on arg0
func.func @wrong(%A: memref<?x?xf32>, %M: index, %N: index) {
  affine.for %i = 1 to %M {
    affine.for %j = 1 to %N {
      %a = affine.load %A[%i + %j + 1, %j + 2] : memref<?x?xf32>
      affine.store %a, %A[%i + %j, %j] : memref<?x?xf32>
    } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true, parallel = true>}
  } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
  return
}
