// RUN: polymem-opt %s --pass-pipeline='builtin.module(polymem-to-prem{emit=plan})' | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --pipeline='polymem-to-prem{emit=host hooks=true}' \
// RUN:   | FileCheck %s --check-prefix=HOST

// A core is one thread: a parallel loop in a segment becomes loops, with its
// minima, maxima and steps.

// CHECK-LABEL: func.func @parallel
// CHECK: prem.component
// CHECK-NOT: affine.parallel
// CHECK: affine.for %[[I:.*]] = max #{{.*}} to min #{{.*}} step 2
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 7 {
// CHECK: affine.load {{.*}}[{{.*}}%[[I]]{{.*}}%[[J]]

// HOST: parallel: identical
func.func @parallel(%A: memref<6x20x7xf32>) {
  affine.for %k = 0 to 6 {
    affine.parallel (%i, %j) = (max(0, %k - 2), 0) to (min(20, %k + 15), 7) step (2, 1) {
      %a = affine.load %A[%k, %i, %j] : memref<6x20x7xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%k, %i, %j] : memref<6x20x7xf32>
    }
  }
  return
}
