// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#low = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
#high = affine_set<(d0)[s0] : (d0 - s0 - 8 >= 0, -d0 + s0 + 15 >= 0)>

// A copy reads and writes the union of its sets, in the array's coordinates. A
// wait may still see the accesses of the copies that it waits for.
// CHECK-LABEL: scop @tile{{$}}
// CHECK: array arg0: memref memref<?xf32>, live-out{{$}}
// CHECK: array mem0: memref memref<?xf32, #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>>, local, depth 1{{$}}
// CHECK: S0: [arg1] -> { S0[i0] : (i0) mod 16 = 0 and 0 <= i0 < arg1 }{{$}}
// CHECK-NEXT: R0 must-read [arg1] -> { S0[i0] -> arg0[o0] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= o0 <= 15 + i0 }{{$}}
// CHECK-NEXT: W1 must-write [arg1] -> { S0[i0] -> mem0[i0, o1] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= o1 <= 15 + i0 }{{$}}
// CHECK-NEXT: S1: [arg1] -> { S1[i0, i1] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= i1 <= 15 + i0 }{{$}}
// CHECK-NEXT: W2 must-write [arg1] -> { S1[i0, i1] -> mem0[i0, i1] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= i1 <= 15 + i0 }{{$}}
// CHECK-NEXT: S2: [arg1] -> { S2[i0] : (i0) mod 16 = 0 and 0 <= i0 < arg1 }{{$}}
// CHECK-NEXT: R3 must-read [arg1] -> { S2[i0] -> mem0[i0, o1] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= o1 <= 7 + i0 }{{$}}
// CHECK-NEXT: W4 must-write [arg1] -> { S2[i0] -> arg0[o0] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= o0 <= 7 + i0 }{{$}}
// CHECK-NEXT: R5 may-read [arg1] -> { S2[i0] -> mem0[i0, o1] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= o1 <= 7 + i0 }{{$}}
// CHECK-NEXT: W6 may-write [arg1] -> { S2[i0] -> arg0[o0] : (i0) mod 16 = 0 and 0 <= i0 < arg1 and i0 <= o0 <= 7 + i0 }{{$}}
func.func @tile(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scratch.tile (%i) = (%c0) to (%n) step (%c16) {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    scratch.copy_in %A to %b over [#low, #high](%i) : memref<?xf32> to memref<?xf32, #box>
    affine.for %ii = %i to affine_map<()[s0] -> (s0 + 16)>()[%i] {
      affine.store %z, %b[%ii] : memref<?xf32, #box>
    }
    %t = scratch.copy_out %b to %A over [#low](%i) : memref<?xf32, #box> to memref<?xf32> -> !scratch.token
    scratch.wait %t
  }
  return
}
