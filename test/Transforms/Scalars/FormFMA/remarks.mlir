// RUN: polymem-opt %s --polymem-form-fma -o /dev/null \
// RUN:   --remarks-filter=polymem-form-fma --remark-format=emitRemark 2>&1 | FileCheck %s

// CHECK: [[@LINE+4]]:{{.*}}[Passed] Formed{{.*}}a product and its sum are rounded once
// CHECK: [[@LINE+5]]:{{.*}}[Missed] NotAllowed{{.*}}2 products and sums of the function are rounded twice; fastmath<contract> on both operations, or contract=true, lets each be a math.fma, rounded once
func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32, f32) {
  %p = arith.mulf %a, %b fastmath<contract> : f32
  %r = arith.addf %c, %p fastmath<contract> : f32
  %q = arith.mulf %a, %b : f32
  %s = arith.addf %c, %q : f32
  %t = arith.mulf %a, %b : f32
  %u = arith.subf %c, %t fastmath<contract> : f32
  return %r, %s, %u : f32, f32, f32
}
