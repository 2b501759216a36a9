// RUN: polymem-opt %s --polymem-form-fma | FileCheck %s

// Both operations must say so; what is left as it is loses the licence, and
// flags are those of both.

// CHECK-LABEL: func @both
func.func @both(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<nnan,contract> : f32
  %p = arith.mulf %a, %b fastmath<nnan,ninf,contract> : f32
  %r = arith.addf %c, %p fastmath<nnan,contract> : f32
  return %r : f32
}

// What may be reassociated is the sum.
// CHECK-LABEL: func @reassoc
func.func @reassoc(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<reassoc,contract> : f32
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<contract> : f32
  %p = arith.mulf %a, %b fastmath<contract> : f32
  %r = arith.addf %c, %p fastmath<reassoc,contract> : f32
  %q = arith.mulf %a, %b fastmath<reassoc,contract> : f32
  %s = arith.addf %c, %q fastmath<contract> : f32
  return %r, %s : f32, f32
}

// CHECK-LABEL: func @one
func.func @one(%a: f32, %b: f32, %c: f32) -> (f32, f32, f32) {
  // CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<nnan> : f32
  // CHECK: arith.addf %{{.*}}, %[[P]] : f32
  %p = arith.mulf %a, %b fastmath<nnan,contract> : f32
  %r = arith.addf %c, %p : f32
  // CHECK: %[[Q:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.subf %{{.*}}, %[[Q]] : f32
  %q = arith.mulf %a, %b : f32
  %s = arith.subf %c, %q fastmath<contract> : f32
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
  %t = arith.mulf %a, %b fastmath<contract> : f32
  return %r, %s, %t : f32, f32, f32
}

// Of two products, the one that may.
// CHECK-LABEL: func @right_one
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32
func.func @right_one(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK: %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK: math.fma %[[B]], %[[C]], %[[P]] fastmath<contract> : f32
  %p = arith.mulf %a, %b : f32
  %q = arith.mulf %b, %c fastmath<contract> : f32
  %r = arith.addf %p, %q fastmath<contract> : f32
  return %r : f32
}

// CHECK-LABEL: func @none
func.func @none(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK: arith.mulf
  // CHECK: arith.addf
  %p = arith.mulf %a, %b fastmath<reassoc> : f32
  %r = arith.addf %c, %p fastmath<reassoc> : f32
  return %r : f32
}
