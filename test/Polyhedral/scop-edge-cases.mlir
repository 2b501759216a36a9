// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: scop @rank_0{{$}}
// CHECK: S0: { S0[i0] : 0 <= i0 <= 9 }{{$}}
// CHECK-NEXT: R0 must-read { S0[i0] -> arg0[] : 0 <= i0 <= 9 }{{$}}
// CHECK-NEXT: W1 must-write { S0[i0] -> arg0[] : 0 <= i0 <= 9 }{{$}}
// CHECK: flow: { S0[i0] -> S0[o0] : i0 >= 0 and i0 < o0 <= 9 }{{$}}
func.func @rank_0(%A: memref<f32>) {
  affine.for %i = 0 to 10 {
    %x = affine.load %A[] : memref<f32>
    affine.store %x, %A[] : memref<f32>
  }
  return
}

// Loops that never run: their statements have empty domains.
// CHECK-LABEL: scop @empty_range{{$}}
// CHECK: S0: { S0[i0] : false }{{$}}
// CHECK: domain: "{  }"{{$}}
// CHECK: live-in: {  }{{$}}
func.func @empty_range(%A: memref<0xf32>) {
  affine.for %i = 5 to 3 {
    %x = affine.load %A[%i] : memref<0xf32>
    affine.store %x, %A[%i] : memref<0xf32>
  }
  return
}

// CHECK-LABEL: scop @no_loops{{$}}
// CHECK: domain: "{  }"{{$}}
// CHECK: flow: {  }{{$}}
// CHECK: value-based flow: {  }{{$}}
func.func @no_loops() {
  return
}

// CHECK-LABEL: scop @empty_body{{$}}
// CHECK: domain: "{  }"{{$}}
func.func @empty_body() {
  affine.for %i = 0 to 10 {
  }
  return
}

// A declaration has nothing to print.
// CHECK-NOT: @declaration
func.func private @declaration()

// CHECK-LABEL: scop @huge{{$}}
// CHECK: S0: { S0[i0] : (i0) mod 4611686018427387904 = 0 and -9223372036854775808 <= i0 <= 9223372036854775806 }{{$}}
// CHECK-NEXT: W0 must-write { S0[i0] -> arg0[9223372036854775807i0] : (i0) mod 4611686018427387904 = 0 and -9223372036854775808 <= i0 <= 9223372036854775806 }{{$}}
func.func @huge(%A: memref<?xf32>) {
  %c = arith.constant 0.0 : f32
  affine.for %i = -9223372036854775808 to 9223372036854775807 step 4611686018427387904 {
    affine.store %c, %A[%i * 9223372036854775807] : memref<?xf32>
  }
  return
}

// mod and floordiv round down, also below zero.
// CHECK-LABEL: scop @below_zero{{$}}
// CHECK: W0 must-write { S0[-7] -> arg0[o0, -2] : (1 + o0) mod 3 = 0 and 0 <= o0 <= 2 }{{$}}
// CHECK: live-out: { arg0[i0, -2] : (1 + i0) mod 3 = 0 and 0 <= i0 <= 2 }{{$}}
func.func @below_zero(%A: memref<?x?xf32>) {
  %c = arith.constant 0.0 : f32
  affine.for %i = -7 to -6 {
    affine.store %c, %A[%i mod 3, %i floordiv 4] : memref<?x?xf32>
  }
  return
}
