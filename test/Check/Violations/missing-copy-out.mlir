// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// One face of what a tile computes, its last column, is not copied out.

#box = #scratch.mapping<(d0, d1)[s0] -> (d0, d1 - s0), extents = ()[s0] -> (4, 8)>
#part = affine_set<(d0, d1)[s0, s1] : (d0 >= 0, -d0 + 3 >= 0, d1 - s0 >= 0,
                                       -d1 + s0 + 6 >= 0, -d1 + s1 - 1 >= 0)>

func.func @before(%A: memref<4x?xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      %y = arith.mulf %v, %v : f32
      // expected-note@+1 {{which is computed here}}
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %A[%i, %j] : memref<4x?xf32>
    }
  }
  return
}

// expected-error@+1 {{polymem-check: live-out violated: with arg1 = 8: in the end arg0[0, 7] holds the initial value of arg0[0, 7]; in the original it is the value of S0[0, 7]}}
func.func @after(%A: memref<4x?xf32>, %n: index, %v: f32)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%o] : memref<4x?xf32, #box>
    affine.for %i = 0 to 4 {
      affine.for %j = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
        %y = arith.mulf %v, %v : f32
        %z = scratch.origin "S0"[%i, %j] %y : f32
        affine.store %z, %b[%i, %j] : memref<4x?xf32, #box>
      }
    }
    scratch.copy_out %b to %A over [#part](%o, %n) : memref<4x?xf32, #box> to memref<4x?xf32>
  }
  return
}
