// RUN: polymem-opt %s -verify-diagnostics --polymem-to-cpu -o %t
// RUN: polymem-opt %s --convert-math-to-funcs --polymem-to-cpu | FileCheck %s
// CHECK: llvm.call @__mlir_math_ipowi_i32
func.func @f(%x: i32, %e: i32, %A: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-error @+1 {{polymem-verify-input: 'math.ipowi' cannot be lowered: no conversion to LLVM takes it; apply 'convert-math-to-funcs' first}}
    %p = math.ipowi %x, %e : i32
    affine.store %p, %A[%i] : memref<?xi32>
  }
  return
}
