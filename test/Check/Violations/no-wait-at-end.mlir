// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Nobody waits for the copy to the result.

#all = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#set = affine_set<(d0) : (d0 >= 0, -d0 + 3 >= 0)>

func.func @before(%A: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<4xf32>
  }
  return
}

func.func @after(%A: memref<4xf32>, %x: f32)
    attributes {polymem.origin = @before} {
  %b = scratch.alloc() : memref<4xf32, #all>
  affine.for %i = 0 to 4 {
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %b[%i] : memref<4xf32, #all>
  }
  // expected-error@+1 {{polymem-check: asynchrony violated: arg0[0] may not be copied yet when the function returns: nobody waits}}
  %t = scratch.copy_out %b to %A over [#set]() : memref<4xf32, #all> to memref<4xf32> -> !scratch.token
  return
}
