// RUN: polymem-opt %s --convert-scratch-to-gpu -verify-diagnostics -split-input-file

#ws = #gpu.address_space<workgroup>
#huge = #scratch.mapping<(d0) -> (d0), extents = () -> (50000)>
#half = #scratch.mapping<(d0) -> (d0), extents = () -> (20000)>

func.func @capacity(%A: memref<50000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'scratch.tile' op needs 280000 bytes of workgroup memory, but 'nvidia-h200' has 232448 bytes for a block; use smaller tiles}}
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-note@+1 {{a buffer of 200000 bytes}}
    %a = scratch.alloc() : memref<50000xf32, #huge, #ws>
    // expected-note@+1 {{a buffer of 80000 bytes}}
    %b = scratch.alloc() : memref<50000xf32, #half, #ws>
    %x = affine.load %a[0] : memref<50000xf32, #huge, #ws>
    affine.store %x, %b[0] : memref<50000xf32, #half, #ws>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
func.func @default_space(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{in a launch needs memory space #gpu.address_space<workgroup> or <private>}}
    %a = scratch.alloc() : memref<32xf32, #box>
    %x = affine.load %a[0] : memref<32xf32, #box>
    affine.store %x, %A[0] : memref<32xf32>
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
func.func @workgroup_in_thread(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
    // expected-error@+1 {{in workgroup memory inside a tile mapped to threads would be one buffer for all of them}}
    %a = scratch.alloc() : memref<32xf32, #box, #ws>
    %x = affine.load %a[0] : memref<32xf32, #box, #ws>
    affine.store %x, %A[0] : memref<32xf32>
  }
  return
}

// -----

#own = #gpu.address_space<private>
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
func.func @private_in_block(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{in private memory outside any tile mapped to threads would be one buffer per thread}}
    %a = scratch.alloc() : memref<32xf32, #box, #own>
    %x = affine.load %a[0] : memref<32xf32, #box, #own>
    affine.store %x, %A[0] : memref<32xf32>
  }
  return
}

// -----

#own = #gpu.address_space<private>
#box = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0)>
func.func @private_parametric(%A: memref<32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
    // expected-error@+1 {{in private memory needs constant extents}}
    %a = scratch.alloc()[%n] : memref<32xf32, #box, #own>
    %x = affine.load %a[0] : memref<32xf32, #box, #own>
    affine.store %x, %A[0] : memref<32xf32>
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0)[s0, s1] -> (d0), extents = ()[s0, s1] -> (s1)>
func.func @unknown_extent(%A: memref<32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{has an extent that depends on symbol 1, which is not known before the launch; dynamic shared memory is sized by the host}}
    %a = scratch.alloc()[%n, %o] : memref<32xf32, #box, #ws>
    %x = affine.load %a[0] : memref<32xf32, #box, #ws>
    affine.store %x, %A[%o] : memref<32xf32>
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
func.func @unsupported_use() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{has a use that cannot be redirected to its cells}}
    %a = scratch.alloc() : memref<32xf32, #box, #ws>
    // expected-note@+1 {{used here}}
    memref.cast %a : memref<32xf32, #box, #ws> to memref<*xf32, #ws>
  }
  return
}

// -----

func.func @nested_blocks(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-error@+1 {{is mapped, but lies inside sequential code of one thread}}
    scratch.tile (%j) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      affine.store %x, %A[%j] : memref<32xf32>
    }
  }
  return
}

// -----

func.func @other_units(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{dimension 0 is mapped to #gpu.warp<x>; a GPU launch maps to #gpu.block and #gpu.thread only}}
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.warp<x>] {
    affine.store %x, %A[%i] : memref<32xf32>
  }
  return
}

// -----

func.func @used_result(%A: memref<32xi32>, %B: memref<32xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{has side effects outside any tile mapped to threads, so one thread executes it, but its result is used by others}}
    %old = memref.atomic_rmw addi %x, %A[%i] : (i32, memref<32xi32>) -> i32
    affine.store %old, %B[%i] : memref<32xi32>
  }
  return
}

// -----

func.func @between_threads(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<y>] {
    // expected-error@+1 {{lies between nested tiles mapped to threads: it would run once per thread of the inner tile}}
    affine.store %x, %A[%i] : memref<32xf32>
    scratch.tile (%j) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%j] : memref<32xf32>
    }
  }
  return
}

// -----

func.func @same_axis(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
    // expected-error@+1 {{uses a thread axis that an enclosing tile uses}}
    scratch.tile (%j) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<linear_dim_0>] {
      affine.store %x, %A[%j] : memref<32xf32>
    }
  }
  return
}

// -----

func.func @divergent(%A: memref<32xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{around tiles mapped to threads or around copies is not supported on a GPU: all threads of a block must run through it together}}
    affine.parallel (%p) = (0) to (8) {
      scratch.tile (%j) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %A[%j] : memref<32xf32>
      }
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
func.func @host_buffer(%A: memref<32xf32>) {
  // expected-error@+1 {{outside any launch; the host has no scratchpad}}
  %a = scratch.alloc() : memref<32xf32, #box>
  return
}

// -----

func.func @allocation(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{allocates memory inside a launch; use scratch.alloc}}
    %a = memref.alloc() : memref<4xf32>
    scratch.tile (%j) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
    }
  }
  return
}

// -----

func.func @mixed(%A: memref<?x?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{mixes sequential dimensions with dimensions mapped to threads; nest two tiles}}
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) mapping [none, #gpu.thread<x>] {
    affine.store %x, %A[%i, %j] : memref<?x?xf32>
  }
  return
}

// -----

func.func private @host(f32)
func.func @call(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{'func.call' op inside a launch is for the host: it calls a function}}
    func.call @host(%x) : (f32) -> ()
  }
  return
}

// -----

func.func @assertion(%x: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
    // expected-error@+1 {{'cf.assert' op inside a launch is for the host: it has effects beyond the memory that it is given}}
    cf.assert %x, "x"
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
func.func @carried_token(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() : memref<32xf32, #box, #ws>
    // expected-error@+1 {{yields a token that is used by other than scratch.wait and tiles that carry it}}
    %t = scratch.copy_in %A to %a over [#all]() : memref<32xf32> to memref<32xf32, #box, #ws> -> !scratch.token
    %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%u = %t) -> !scratch.token {
      scf.yield %u : !scratch.token
    }
    scratch.wait %r
  }
  return
}

// -----

func.func @blocks_in_launch(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-error@+1 {{mapped to blocks inside a tile that is itself one launch; map all block dimensions on the outer tile}}
    scratch.tile (%p) = (%c0) to (%c32) step (%c1) mapping [#gpu.block<x>] {
      scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %A[%t] : memref<32xf32>
      }
    }
  }
  return
}

// -----

func.func @barrier_in_thread(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      // expected-error@+1 {{inside code that threads execute on their own}}
      gpu.barrier
      affine.store %x, %A[%t] : memref<32xf32>
    }
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (4294967296, 4294967296)>
func.func @cells_overflow(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{has more cells than can be counted}}
    %a = scratch.alloc() : memref<4294967296x4294967296xf32, #box, #ws>
    affine.store %x, %a[0, 0] : memref<4294967296x4294967296xf32, #box, #ws>
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (2147483648, 2147483648)>
func.func @bytes_overflow(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{has more bytes than can be counted}}
    %a = scratch.alloc() : memref<2147483648x2147483648xf32, #box, #ws>
    affine.store %x, %a[0, 0] : memref<2147483648x2147483648xf32, #box, #ws>
  }
  return
}
