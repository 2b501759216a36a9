// What is not known is refused with the reason; the function is unchanged.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Extents that are symbols; another buffer of that launch could not be checked
// against the capacity.
#w = #gpu.address_space<workgroup>
#run_time = #scratch.mapping<(d0, d1)[s0] -> (d0, d1), extents = ()[s0] -> (32, s0)>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @parametric(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{not padded: its extents are not constants, so it is not known in which banks its rows begin}}
    %a = scratch.alloc()[%n] : memref<32x32xf32, #run_time, #w>
    // expected-remark@below {{not padded: another buffer of the launch has no constant size, so it is not known what is left of 232448 bytes}}
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %a[%i, 0] : memref<32x32xf32, #run_time, #w>
      affine.store %x, %b[%i, 0] : memref<32x32xf32, #box, #w>
    }
  }
  return
}

// -----

// The lanes are apart by a run-time number of rows.
#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @step(%x: f32, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%s) mapping [#gpu.thread<x>] {
      // expected-remark@below {{the buffer that this refers to is not padded: the step of a tile mapped to threads is not constant}}
      affine.store %x, %b[%i, 0] : memref<32x32xf32, #box, #w>
    }
  }
  return
}

// -----

// A subscript from memory, and one that only run-time code computes.
#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @subscripts(%x: f32, %index: memref<32xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    %c = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %k = memref.load %index[%i] : memref<32xindex>
      // expected-remark@below {{the buffer that this refers to is not padded: the result of 'memref.load' is not known}}
      memref.store %x, %b[%k, %c0] : memref<32x32xf32, #box, #w>
      %m = arith.xori %i, %c1 : index
      // expected-remark@below {{the buffer that this refers to is not padded: the result of 'arith.xori' is not known}}
      memref.store %x, %c[%m, %c0] : memref<32x32xf32, #box, #w>
    }
  }
  return
}

// -----

// A stride that is a parameter.
#w = #gpu.address_space<workgroup>
#strided = #scratch.mapping<(d0, d1)[s0] -> (d0 * s0, d1), extents = ()[s0] -> (32, 32)>
func.func @stride(%x: f32, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc()[%s] : memref<32x32xf32, #strided, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      // expected-remark@below {{the stride between threads depends on a value that is not known}}
      affine.store %x, %b[%i, 0] : memref<32x32xf32, #strided, #w>
    }
  }
  return
}

// -----

// A modulo whose carries are not known: rows in turn, from a run-time row on.
#w = #gpu.address_space<workgroup>
#turn = #scratch.mapping<(d0, d1) -> (d0 mod 32, d1), extents = () -> (40, 32)>
func.func @modulo(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<64x32xf32, #turn, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      // expected-remark@below {{a remainder or quotient by 32 differs between threads in a way that is not known}}
      affine.store %x, %b[%i + symbol(%n), 0] : memref<64x32xf32, #turn, #w>
    }
  }
  return
}

// -----

// Vectors, whose alignment a padding could break.
#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @vector(%x: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      // expected-remark@below {{the buffer that this refers to is not padded: 'affine.vector_store' uses it}}
      affine.vector_store %x, %b[%i, 0] : memref<32x32xf32, #box, #w>, vector<4xf32>
    }
  }
  return
}

// -----

// The threads that share a copy find their elements by its rows.
#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
#rows = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + s0 - 1 >= 0)>
func.func @rows(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n, %n) : memref<?x?xf32, #box, #w>
    // expected-remark@below {{the buffer that this refers to is not padded: the rows that are copied have no constant length}}
    scratch.copy_in %A to %b over [#rows](%n) : memref<?x?xf32> to memref<?x?xf32, #box, #w>
  }
  return
}
