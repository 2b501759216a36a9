// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// A loop starts at the largest of its lower bounds and ends before the least of
// its upper bounds.
// CHECK-LABEL: scop @min_max{{$}}
// CHECK-NEXT: context: [arg1, arg2] -> {  :  }{{$}}
// CHECK: S0: [arg1, arg2] -> { S0[i0] : i0 >= arg1 and 3 <= i0 <= 99 and i0 < arg2 }{{$}}
func.func @min_max(%A: memref<?xf32>, %m: index, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = max affine_map<(d0) -> (3, d0)>(%m) to min affine_map<(d0) -> (d0, 100)>(%n) {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// Bounds on outer induction variables and symbols, with a quotient.
// CHECK-LABEL: scop @outer{{$}}
// CHECK-NEXT: context: [arg1] -> {  :  }{{$}}
// CHECK: S0: [arg1] -> { S0[i0, i1] : 0 <= i0 <= 9 and i1 < arg1 + i0 and 2i1 >= -1 + i0 }{{$}}
func.func @outer(%A: memref<?x?xf32>, %m: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 10 {
    affine.for %j = affine_map<(d0) -> (d0 floordiv 2)>(%i) to affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%m] {
      affine.store %c, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Minima and maxima computed outside of the loop are expanded.
// CHECK-LABEL: scop @affine_min{{$}}
// CHECK-NEXT: context: [arg1, arg2] -> {  :  }{{$}}
// CHECK-NEXT: parameter arg1: argument 1 of func.func{{$}}
// CHECK-NEXT: parameter arg2: argument 2 of func.func{{$}}
// CHECK: S0: [arg1, arg2] -> { S0[i0] : i0 >= -5 + arg1 and 0 <= i0 < arg2 and i0 <= 31 + arg1 }{{$}}
func.func @affine_min(%A: memref<?xf32>, %m: index, %n: index) {
  %c = arith.constant 1.0 : f32
  %lo = affine.max affine_map<()[s0] -> (0, s0 - 5)>()[%m]
  %hi = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%m, %n]
  affine.for %i = %lo to %hi {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
