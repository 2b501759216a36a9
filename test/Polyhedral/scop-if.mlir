// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// The two branches are two statements with complementary domains.
// CHECK-LABEL: scop @if_else{{$}}
// CHECK: S0: [arg1] -> { S0[i0] : (i0) mod 2 = 0 and i0 >= arg1 and 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: W0 must-write [arg1] -> { S0[i0] -> arg0[i0] : (i0) mod 2 = 0 and i0 >= arg1 and 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: S1: [arg1] -> { S1[i0] : 0 <= i0 <= 99 and (((i0) mod 2 = 1 and i0 > 0) or ((i0) mod 2 = 0 and i0 <= 98 and i0 < arg1)) }{{$}}
// CHECK-NEXT: W1 must-write [arg1] -> { S1[i0] -> arg0[99 - i0] : 0 <= i0 <= 99 and (((i0) mod 2 = 1 and i0 > 0) or ((i0) mod 2 = 0 and i0 <= 98 and i0 < arg1)) }{{$}}
func.func @if_else(%A: memref<100xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 100 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>(%i)[%n] {
      affine.store %c, %A[%i] : memref<100xf32>
    } else {
      affine.store %c, %A[99 - %i] : memref<100xf32>
    }
  }
  return
}

// A condition between operations of a block separates statements.
// CHECK-LABEL: scop @split{{$}}
// CHECK: S0: { S0[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK: S1: { S1[i0] : 50 <= i0 <= 99 }{{$}}
// CHECK: S2: { S2[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK: - filter: "{ S0[i0] }"{{$}}
// CHECK-NEXT: - filter: "{ S1[i0] }"{{$}}
// CHECK-NEXT: - filter: "{ S2[i0] }"{{$}}
func.func @split(%A: memref<100xf32>) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 100 {
    affine.store %c, %A[0] : memref<100xf32>
    affine.if affine_set<(d0) : (d0 - 50 >= 0)>(%i) {
      affine.store %c, %A[%i] : memref<100xf32>
    }
    affine.store %c, %A[1] : memref<100xf32>
  }
  return
}

// The value of a condition is a cell that both branches write.
// CHECK-LABEL: scop @result{{$}}
// CHECK: array val0: scalar f32, local, depth 1{{$}}
// CHECK: S0: { S0[i0] : 5 <= i0 <= 99 }{{$}}
// CHECK-NEXT: W0 must-write { S0[i0] -> val0[i0] : 5 <= i0 <= 99 }{{$}}
// CHECK-NEXT: S1: { S1[i0] : 0 <= i0 <= 4 }{{$}}
// CHECK-NEXT: W1 must-write { S1[i0] -> val0[i0] : 0 <= i0 <= 4 }{{$}}
// CHECK-NEXT: S2: { S2[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: R2 must-read { S2[i0] -> val0[i0] : 0 <= i0 <= 99 }{{$}}
func.func @result(%A: memref<100xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 100 {
    %z = affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) -> f32 {
      affine.yield %y : f32
    } else {
      affine.yield %x : f32
    }
    affine.store %z, %A[%i] : memref<100xf32>
  }
  return
}
