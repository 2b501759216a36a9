// RUN: polymem-opt %s --polymem-form-fma=contract=true | FileCheck %s
// RUN: polymem-opt %s --polymem-form-fma=contract=true -o /dev/null \
// RUN:   --remarks-filter=polymem-form-fma --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func @other_use
func.func @other_use(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %p = arith.mulf %a, %b : f32
  // REMARK: :[[@LINE+2]]:{{.*}}rounded twice: the product has another use
  // CHECK: arith.addf
  %r = arith.addf %c, %p : f32
  return %r, %p : f32, f32
}

// Both operands are one value.
// CHECK-LABEL: func @twice
func.func @twice(%a: f32, %b: f32) -> f32 {
  %p = arith.mulf %a, %b : f32
  // REMARK: :[[@LINE+2]]:{{.*}}rounded twice: the product has another use
  // CHECK: arith.addf
  %r = arith.addf %p, %p : f32
  return %r : f32
}

// CHECK-LABEL: func @loop
func.func @loop(%a: f32, %b: f32, %A: memref<8xf32>) {
  // CHECK: arith.mulf
  %p = arith.mulf %a, %b : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    // REMARK: :[[@LINE+2]]:{{.*}}rounded twice: the product is outside a loop around the sum
    // CHECK: arith.addf
    %r = arith.addf %x, %p : f32
    affine.store %r, %A[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func @types
func.func @types(%a: f16, %b: f16, %c: bf16, %d: bf16) -> (f16, bf16) {
  // CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f16
  %p = arith.mulf %a, %b fastmath<contract> : f16
  // REMARK: :[[@LINE+2]]:{{.*}}rounded twice: math.fma of this type is not rounded once everywhere
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : f16
  %r = arith.addf %a, %p fastmath<contract> : f16
  %q = arith.mulf %c, %d : bf16
  // REMARK: :[[@LINE+2]]:{{.*}}rounded twice: math.fma of this type
  // CHECK: arith.addf
  %s = arith.addf %c, %q : bf16
  return %r, %s : f16, bf16
}
