// Statements outside of the loop that moves stay in their places, and a loop of theirs that does not move
// stays as it is.
// RUN: polymem-opt %s --polymem-schedule --polymem-choose-axes --canonicalize --remarks-filter=polymem-choose-axes --remark-policy=all -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir

// REMARK: Skewed {{.*}} Direction="i0 + i1"
// CHECK-LABEL: func.func @sums
// CHECK-SAME:    %[[Y:[a-z0-9]+]]: memref<?xf32>, %{{.*}}: index
// CHECK:         affine.for %[[J:.*]] = 0 to
// CHECK-NEXT:      affine.store %{{.*}}, %[[Y]][%[[J]]]
// CHECK-NEXT:      affine.for %[[D:.*]] = #{{.*}}(%[[J]]) to #{{.*}}(%[[J]])[
// CHECK:             affine.load %{{.*}}[%[[D]] {{.*}}%[[J]]]
// CHECK:           }
// CHECK:         } {scratch.loop = #scratch.loop<{{.*}}parallel = true>}
func.func @sums(%A: memref<?x?xf32>, %y: memref<?xf32>, %M: index, %N: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to %N {
    affine.store %zero, %y[%j] : memref<?xf32>
    affine.for %i = 0 to %M {
      %a = affine.load %A[%i - %j + symbol(%N), %j] : memref<?x?xf32>
      %c = affine.load %y[%j] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %y[%j] : memref<?xf32>
    }
  }
  return
}
