// RUN: polymem-opt %s -polymem-codegen | FileCheck %s

// A reduction in a register becomes one in memory; what is returned is loaded at
// the end.

// CHECK-LABEL: func @sum
// CHECK: %[[CELL:.*]] = memref.alloca() : memref<f32>
// CHECK: affine.store %{{.*}}, %[[CELL]][]
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: %[[V:.*]] = affine.load %[[CELL]][]
// CHECK: affine.store %{{.*}}, %[[CELL]][]
// CHECK: }
// CHECK-NEXT: %[[R:.*]] = affine.load %[[CELL]][]
// CHECK-NEXT: return %[[R]]
func.func @sum(%A: memref<?xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to %n iter_args(%a = %zero) -> f32 {
    %v = affine.load %A[%i] : memref<?xf32>
    %x = arith.addf %a, %v : f32
    affine.yield %x : f32
  }
  return %r : f32
}
