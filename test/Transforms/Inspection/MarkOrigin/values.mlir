// RUN: polymem-opt %s --polymem-mark-origin | FileCheck %s

// Computed values that are stored, carried or used elsewhere get a marker with
// the loops around them; what is only moved, constants and indices do not.

// CHECK-LABEL: func.func @values
// CHECK-SAME: attributes {polymem.origin = "func.func @values(
// CHECK: affine.for %[[i:[a-z0-9]+]] = 0 to
// CHECK:   %[[p:[a-z0-9]+]] = arith.mulf
// CHECK:   %[[P:[a-z0-9]+]] = scratch.origin "S0"[%[[i]]] %[[p]] : f32
// CHECK:   affine.for %[[k:[a-z0-9]+]] = 0 to 8 iter_args(%[[s:[a-z0-9]+]] = %[[P]])
// CHECK:     %[[q:.*]] = arith.addf
// CHECK:     %[[r:.*]] = arith.mulf %[[q]], %[[P]]
// CHECK:     %[[R:.*]] = scratch.origin "S1"[%[[i]], %[[k]]] %[[r]] : f32
// CHECK:     affine.yield %[[R]]
// CHECK:   affine.store %{{.*}}, %{{.*}}[%[[i]]]
// CHECK: affine.parallel (%[[a:.*]], %[[b:.*]]) =
// CHECK-NOT: scratch.origin
// CHECK:   affine.store %{{cst.*}}, %{{.*}}[%[[a]]]
// CHECK:   %[[t:.*]] = arith.addf
// CHECK:   %[[T:.*]] = scratch.origin "S2"[%[[a]], %[[b]]] %[[t]] : f32
// CHECK:   affine.store %[[T]]
func.func @values(%A: memref<?xf32>, %B: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %p = arith.mulf %x, %x : f32
    %sum = affine.for %k = 0 to 8 iter_args(%s = %p) -> (f32) {
      %q = arith.addf %s, %x : f32
      %r = arith.mulf %q, %p : f32
      affine.yield %r : f32
    }
    affine.store %sum, %A[%i] : memref<?xf32>
    %y = affine.load %A[%i] : memref<?xf32>
    affine.store %y, %B[%i, %i] : memref<?x?xf32>
  }
  affine.parallel (%a, %b) = (0, 0) to (symbol(%n), 4) {
    affine.store %c0, %A[%a] : memref<?xf32>
    %v = affine.load %B[%a, %b] : memref<?x?xf32>
    %t = arith.addf %v, %v : f32
    affine.store %t, %B[%a, %b] : memref<?x?xf32>
  }
  return
}
