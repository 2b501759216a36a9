// RUN: polymem-opt %s --polymem-form-fma=contract=true | FileCheck %s
// RUN: polymem-opt %s --polymem-form-fma=contract=true --polymem-form-fma=contract=true | FileCheck %s

// Sums and differences on both sides, and what is fixed where there is a choice.

// CHECK-LABEL: func @sums
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: f32
func.func @sums(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32, f32, f32) {
  // CHECK-NOT: arith.mulf
  // CHECK: %[[R0:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f32
  %p0 = arith.mulf %a, %b : f32
  %r0 = arith.addf %p0, %c : f32
  // CHECK: %[[R1:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f32
  %p1 = arith.mulf %a, %b : f32
  %r1 = arith.addf %c, %p1 : f32
  // CHECK: %[[N2:.*]] = arith.negf %[[C]] : f32
  // CHECK: %[[R2:.*]] = math.fma %[[A]], %[[B]], %[[N2]] : f32
  %p2 = arith.mulf %a, %b : f32
  %r2 = arith.subf %p2, %c : f32
  // CHECK: %[[N3:.*]] = arith.negf %[[A]] : f32
  // CHECK: %[[R3:.*]] = math.fma %[[N3]], %[[B]], %[[C]] : f32
  %p3 = arith.mulf %a, %b : f32
  %r3 = arith.subf %c, %p3 : f32
  // CHECK: return %[[R0]], %[[R1]], %[[R2]], %[[R3]]
  return %r0, %r1, %r2, %r3 : f32, f32, f32, f32
}

// CHECK-LABEL: func @two_products
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64, %[[D:.*]]: f64
func.func @two_products(%a: f64, %b: f64, %c: f64, %d: f64) -> f64 {
  // The left one, wherever it stands.
  // CHECK: %[[RIGHT:.*]] = arith.mulf %[[C]], %[[D]] : f64
  // CHECK: math.fma %[[A]], %[[B]], %[[RIGHT]] : f64
  %q = arith.mulf %c, %d : f64
  %p = arith.mulf %a, %b : f64
  %r = arith.addf %p, %q : f64
  return %r : f64
}

// CHECK-LABEL: func @chain
// CHECK-SAME: %[[A:.*]]: vector<4xf32>, %[[B:.*]]: vector<4xf32>
func.func @chain(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  // A polynomial, and a product of a product.
  // CHECK: %[[R0:.*]] = math.fma %[[A]], %[[B]], %[[B]] : vector<4xf32>
  // CHECK: %[[R1:.*]] = math.fma %[[R0]], %[[A]], %[[B]] : vector<4xf32>
  // CHECK: %[[P:.*]] = arith.mulf %[[R1]], %[[A]] : vector<4xf32>
  // CHECK: math.fma %[[P]], %[[B]], %[[A]] : vector<4xf32>
  %p0 = arith.mulf %a, %b : vector<4xf32>
  %r0 = arith.addf %p0, %b : vector<4xf32>
  %p1 = arith.mulf %r0, %a : vector<4xf32>
  %r1 = arith.addf %p1, %b : vector<4xf32>
  %p2 = arith.mulf %r1, %a : vector<4xf32>
  %p3 = arith.mulf %p2, %b : vector<4xf32>
  %r2 = arith.addf %p3, %a : vector<4xf32>
  return %r2 : vector<4xf32>
}
