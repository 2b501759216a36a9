// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// A step is a congruence relative to the lower bound.
// CHECK-LABEL: scop @constant_start{{$}}
// CHECK: S0: [arg1] -> { S0[i0] : (-1 + i0) mod 4 = 0 and 0 < i0 < arg1 }{{$}}
func.func @constant_start(%A: memref<?xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 1 to %n step 4 {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: scop @symbolic_start{{$}}
// CHECK: S0: [arg1] -> { S0[i0] : (-arg1 + i0) mod 3 = 0 and arg1 <= i0 <= 99 }{{$}}
func.func @symbolic_start(%A: memref<?xf32>, %m: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = %m to 100 step 3 {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// The start is the larger of two bounds.
// CHECK-LABEL: scop @larger_start{{$}}
// CHECK: S0: [arg1] -> { S0[i0] : i0 <= 99 and (((i0) mod 3 = 0 and arg1 <= 3 and i0 >= 3) or ((-arg1 + i0) mod 3 = 0 and arg1 >= 4 and i0 >= arg1)) }{{$}}
func.func @larger_start(%A: memref<?xf32>, %m: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = max affine_map<(d0) -> (3, d0)>(%m) to 100 step 3 {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
