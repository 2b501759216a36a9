// A loop with a step of 0, which MLIR's verifier takes, was divided by.

// RUN: polymem-opt %s --polymem-tile --remarks-filter=polymem-tile 2>&1 | FileCheck %s
// RUN: polymem-opt %s -verify-diagnostics --polymem-to-cpu -o %t
// RUN: polymem-opt %s -verify-diagnostics --polymem-to-ptx=warnings=false -o %t
// RUN: polymem-opt %s -verify-diagnostics --polymem-to-emulator=warnings=false -o %t

// CHECK: "the loop's step, 0, is not positive"
// CHECK-LABEL: func @endless
// CHECK: affine.for %{{.*}} = 0 to 1 step 0
func.func @endless(%A: memref<64xf32>) {
  %x = arith.constant 0.0 : f32
  // expected-error @+1 {{polymem-verify-input: 'affine.for' cannot be lowered: a loop needs a positive step}}
  affine.for %i = 0 to 1 step 0 {
    affine.for %j = 0 to 64 {
      affine.store %x, %A[%j] : memref<64xf32>
    }
  }
  return
}
