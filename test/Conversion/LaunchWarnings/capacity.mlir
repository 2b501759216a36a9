// RUN: polymem-opt %s -split-input-file -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches))"

#row = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0)>

// 232448 bytes are 58112 cells of 4.
func.func @one(%A: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  // expected-warning@+1 {{the buffers of this launch grow with sizes, and a block of 'nvidia-h200' has 232448 bytes for them: they fit up to N = 58112; larger problems are refused when it is launched, smaller tiles ('sizes') need less}}
  scratch.tile (%i) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%N)[%N] : memref<?xf32, #row, #gpu.address_space<workgroup>>
  }
  return
}

// -----

#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0, d1), extents = ()[s0, s1] -> (s0, s1)>

// Sizes grow together: 241 * 241 * 4 = 232324, in units of 16 bytes.
func.func @two(%A: memref<?x?xf32>, %M: index {polymem.param = "M"}, %N: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  // expected-warning@+1 {{they fit up to M = arg2 = 241;}}
  scratch.tile (%i) = (%c0) to (%M) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%M, %N)[%M, %N] : memref<?x?xf32, #box, #gpu.address_space<workgroup>>
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0)>

// A loop of the host decides: its largest value counts.
func.func @host(%A: memref<?xf32>, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to %N step 100 {
    // expected-warning@+1 {{they fit up to N = 58113;}}
    scratch.tile (%i) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
      %b = scratch.alloc(%N)[%k] : memref<?xf32, #row, #gpu.address_space<workgroup>>
    }
  }
  return
}

// -----

#const = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (64)>

func.func @constant(%A: memref<?xf32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%N)[%i] : memref<?xf32, #const, #gpu.address_space<workgroup>>
  }
  return
}
