// RUN: polymem-opt %s -test-polymem-regenerate | FileCheck %s

// A schedule other than the original's: the loop runs backwards.

// CHECK: #[[$NEGATE:.*]] = affine_map<(d0) -> (-d0)>
// CHECK-LABEL: func @backwards
// CHECK: affine.for %[[I:.*]] = -3 to 1
// CHECK: %[[J:.*]] = affine.apply #[[$NEGATE]](%[[I]])
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[J]]]
func.func @backwards(%A: memref<4xf32>, %x: f32) attributes {test.schedule = "{ domain: \"{ S0[i] : 0 <= i <= 3 }\", child: { schedule: \"[{ S0[i] -> [(-i)] }]\" } }"} {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xf32>
  }
  return
}
