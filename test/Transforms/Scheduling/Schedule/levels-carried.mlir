// A factorization whose sums are carried by loops has the levels of one whose
// sums are in the array: they are kept there (`polymem-demote-scalars`).
//
// RUN: polymem-opt %s --polymem-schedule="level-tile=8 flat-level-tile=16" --remarks-filter=polymem-schedule --remark-policy=all -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: polymem-run %s --check --compare --pipeline="polymem-schedule{level-tile=4}" --sizes N=11 --sizes N=1 --sizes N=0

// CHECK: Leveled {{.*}}Function=factor {{.*}} Levels=3
// IR-LABEL: func.func @factor
// IR-NOT: alloc
// IR: affine.for %{{.*}} = 0 to {{.*}} step 8 {
func.func @factor(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %n: index {polymem.param = "N"}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %w = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%sum = %a) -> f32 {
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %sum, %p : f32
        affine.yield %s : f32
      }
      %b = affine.load %A[%j, %j] : memref<?x?xf32>
      %q = arith.divf %w, %b : f32
      affine.store %q, %A[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %w = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%sum = %a) -> f32 {
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %sum, %p : f32
        affine.yield %s : f32
      }
      affine.store %w, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
