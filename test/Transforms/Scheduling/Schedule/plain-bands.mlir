// Of parallel loops isl may have differences, and some run backwards: as good for dependences,
// but not for accesses of rows. These update what is left of and above
// their own row and column: the diagonal element, the row, the column, and the rest.
// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --entry=parts --sizes=N=13 --compare --pipeline='func.func(polymem-schedule)'

// CHECK-LABEL: func @parts
// CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} {
// CHECK:   affine.for %[[J:.*]] = 0 to %{{.*}} {
// CHECK:     affine.for %[[K:.*]] = max #{{.*}}(%[[I]], %[[J]]) to
// CHECK:       affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK:       affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK:     } {scratch.loop = #scratch.loop<band = 0, member = 2, permutable = true>}
// CHECK:   } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true, parallel = true>}
// CHECK: } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
func.func @parts(%A: memref<?x?xi32> {polymem.shape = ["N", "N"]}, %B: memref<?x?xi32> {polymem.shape = ["N", "N"]},
                 %P: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %N {
    %a0 = affine.load %A[%k, %k] : memref<?x?xi32>
    %b0 = affine.load %B[%k, %k] : memref<?x?xi32>
    %p0 = affine.load %P[%k, %k] : memref<?x?xi32>
    %s0 = arith.addi %a0, %b0 : i32
    %m0 = arith.minsi %p0, %s0 : i32
    affine.store %m0, %P[%k, %k] : memref<?x?xi32>
    affine.for %j = 0 to affine_map<(d) -> (d)>(%k) {
      %a = affine.load %A[%k, %k] : memref<?x?xi32>
      %b = affine.load %B[%k, %j] : memref<?x?xi32>
      %p = affine.load %P[%k, %j] : memref<?x?xi32>
      %s = arith.addi %a, %b : i32
      %m = arith.minsi %p, %s : i32
      affine.store %m, %P[%k, %j] : memref<?x?xi32>
    }
    affine.for %i = 0 to affine_map<(d) -> (d)>(%k) {
      %a = affine.load %A[%k, %i] : memref<?x?xi32>
      %b = affine.load %B[%k, %k] : memref<?x?xi32>
      %p = affine.load %P[%i, %k] : memref<?x?xi32>
      %s = arith.addi %a, %b : i32
      %m = arith.minsi %p, %s : i32
      affine.store %m, %P[%i, %k] : memref<?x?xi32>
    }
    affine.for %i = 0 to affine_map<(d) -> (d)>(%k) {
      affine.for %j = 0 to affine_map<(d) -> (d)>(%k) {
        %a = affine.load %A[%k, %i] : memref<?x?xi32>
        %b = affine.load %B[%k, %j] : memref<?x?xi32>
        %p = affine.load %P[%i, %j] : memref<?x?xi32>
        %s = arith.addi %a, %b : i32
        %m = arith.minsi %p, %s : i32
        affine.store %m, %P[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
