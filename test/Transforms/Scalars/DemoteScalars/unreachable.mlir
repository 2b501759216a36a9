// In blocks that are never reached, a value may be used in front of itself.

// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s

// CHECK-LABEL: func @f
// CHECK-SAME: (%{{[^:]+}}: memref<16xf32>, %[[K:[^:]+]]: f32
// CHECK: %[[A:.*]] = arith.addf %[[B:.*]], %[[K]]
// CHECK: %[[B]] = arith.addf %{{.*}}, %[[K]]
func.func @f(%A: memref<16xf32>, %k: f32) {
  return
^bb1:
  %a = arith.addf %b, %k : f32
  affine.for %j = 0 to 16 {
    affine.store %a, %A[%j] : memref<16xf32>
  }
  %b = arith.addf %a, %k : f32
  cf.br ^bb1
}
