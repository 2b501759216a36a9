// RUN: polymem-opt %s --polymem-print-scop=root=affine.for -o /dev/null 2>&1 | FileCheck %s

// A condition around the modelled loop holds in it.
// CHECK-LABEL: scop @around affine.for
// CHECK-NEXT: context: [arg1] -> { : arg1 >= 5 }
// CHECK-LABEL: scop @around affine.for
// CHECK-NEXT: context: [arg1] -> { : arg1 <= 4 }
func.func @around(%A: memref<?xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.if affine_set<()[s0] : (s0 - 5 >= 0)>()[%n] {
    affine.for %i = 0 to %n {
      affine.store %c, %A[%i] : memref<?xf32>
    }
  } else {
    affine.for %i = 0 to 10 {
      affine.store %c, %A[%i] : memref<?xf32>
    }
  }
  return
}
