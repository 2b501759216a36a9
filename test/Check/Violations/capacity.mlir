// RUN: polymem-opt %s --polymem-check='machine=nvidia-gtx8800' -verify-diagnostics

// 16384 bytes of shared memory, and two buffers of 64 x 33 numbers.

#box = #scratch.mapping<(d0, d1)[s0] -> (d0, d1 - s0), extents = ()[s0] -> (64, 33)>
#set = affine_set<(d0, d1)[s0, s1] : (d0 >= 0, -d0 + 63 >= 0, d1 - s0 >= 0, -d1 + s0 + 32 >= 0, -d1 + s1 - 1 >= 0)>

func.func @before(%A: memref<64x?xf32>, %B: memref<64x?xf32>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<64x?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %B[%i, %j] : memref<64x?xf32>
    }
  }
  return
}

func.func @after(%A: memref<64x?xf32>, %B: memref<64x?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c33 = arith.constant 33 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c33) {
    // expected-error@+1 {{polymem-check: capacity violated: the buffers that live here take 16896 bytes of 16384}}
    %a = scratch.alloc(%n)[%o] : memref<64x?xf32, #box, #gpu.address_space<workgroup>>
    // expected-note@+1 {{another buffer}}
    %b = scratch.alloc(%n)[%o] : memref<64x?xf32, #box, #gpu.address_space<workgroup>>
    scratch.copy_in %A to %a over [#set](%o, %n) : memref<64x?xf32> to memref<64x?xf32, #box, #gpu.address_space<workgroup>>
    affine.for %i = 0 to 64 {
      affine.for %j = %o to min affine_map<()[s0, s1] -> (s0 + 33, s1)>()[%o, %n] {
        %x = affine.load %a[%i, %j] : memref<64x?xf32, #box, #gpu.address_space<workgroup>>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i, %j] %y : f32
        affine.store %z, %b[%i, %j] : memref<64x?xf32, #box, #gpu.address_space<workgroup>>
      }
    }
    scratch.copy_out %b to %B over [#set](%o, %n) : memref<64x?xf32, #box, #gpu.address_space<workgroup>> to memref<64x?xf32>
  }
  return
}
