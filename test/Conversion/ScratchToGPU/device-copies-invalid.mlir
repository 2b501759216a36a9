// RUN: polymem-opt %s --convert-scratch-to-gpu="device-copies" -verify-diagnostics -split-input-file

func.func @view(%A: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %V = memref.subview %A[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    // expected-error@+1 {{uses a view that is made outside the launch; 'device-copies' moves whole arrays: make the view inside, or use 'host-register'}}
    affine.store %x, %V[%t] : memref<32xf32, strided<[1], offset: 32>>
  }
  return
}

// -----

func.func @layout(%A: memref<32xf32, strided<[2]>>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    // expected-error@+1 {{uses an array of type 'memref<32xf32, strided<[2]>>'; 'device-copies' moves contiguous arrays, without a layout}}
    affine.store %x, %A[%t] : memref<32xf32, strided<[2]>>
  }
  return
}

// -----

func.func @unknown(%A: memref<32xf32>, %B: memref<32xf32>, %c: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %S = arith.select %c, %A, %B : memref<32xf32>
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    // expected-error@+1 {{uses an array that is neither an argument nor allocated in this function}}
    affine.store %x, %S[%t] : memref<32xf32>
  }
  return
}

// -----

func.func @host_writes(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    %a = affine.load %A[%t] : memref<32xf32>
    affine.store %a, %B[%t] : memref<32xf32>
  }
  // expected-error@+1 {{on the host uses an array that launches use as well and that is written; 'device-copies' copies once, around all launches: use 'host-register'}}
  memref.store %x, %A[%c0] : memref<32xf32>
  return
}

// -----

func.func @host_reads(%A: memref<32xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %V = memref.cast %A : memref<32xf32> to memref<?xf32>
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    affine.store %x, %A[%t] : memref<32xf32>
  }
  // expected-error@+1 {{on the host uses an array that launches use as well and that is written}}
  %v = memref.load %V[%c0] : memref<?xf32>
  return %v : f32
}

// -----

func.func private @callee(memref<32xf32>)
func.func @call(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    %a = affine.load %A[%t] : memref<32xf32>
    affine.store %a, %B[%t] : memref<32xf32>
  }
  // expected-error@+1 {{on the host uses an array that launches use as well and that is written}}
  call @callee(%A) : (memref<32xf32>) -> ()
  return
}

// -----

// expected-error@+1 {{'device-copies' needs a function with one block: it copies at its start and its end}}
func.func @blocks(%A: memref<32xf32>, %x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  cf.cond_br %c, ^run, ^end
^run:
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    affine.store %x, %A[%t] : memref<32xf32>
  }
  cf.br ^end
^end:
  return
}
