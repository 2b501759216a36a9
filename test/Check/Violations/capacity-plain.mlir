// RUN: polymem-opt %s --polymem-check='machine=nvidia-gtx8800' -verify-diagnostics

// 16384 bytes of shared memory. What is not freed, or not used, takes some, too.

#all = #scratch.mapping<(d0) -> (d0), extents = () -> (5000)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @plain(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  // expected-error@+1 {{polymem-check: capacity violated: the buffers that live here take 16388 bytes of 16384}}
  %t = memref.alloc() : memref<4097xf32, #gpu.address_space<workgroup>>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @two(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  // expected-error@+1 {{polymem-check: capacity violated: the buffers that live here take 16388 bytes of 16384}}
  %t = memref.alloc() : memref<4000xf32, #gpu.address_space<workgroup>>
  // expected-note@+1 {{another buffer}}
  %s = memref.alloca() : memref<97xf32, 3>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @unused_buffer(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  // expected-error@+1 {{polymem-check: capacity violated: the buffers that live here take 20000 bytes of 16384}}
  %b = scratch.alloc() : memref<5000xf32, #all>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}
