// Where there is a version without the buffers, larger problems are not refused; a
// condition of another kind says nothing about that.
//
// RUN: polymem-opt %s -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-warn-launches))"

#row = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0)>
#fits = affine_set<()[s0] : (s0 >= 0)>

func.func @one(%A: memref<?xf32> {polymem.shape = ["N"]}, %room: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.if #fits()[%room] {
    // expected-warning@+1 {{they fit up to N = 58112; larger problems are launched without them, smaller tiles ('sizes') need less}}
    scratch.tile (%i) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
      %b = scratch.alloc(%N)[%N] : memref<?xf32, #row, #gpu.address_space<workgroup>>
    }
  } else {
    scratch.tile (%i) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
    }
  } {polymem.fits}
  affine.if #fits()[%room] {
    // expected-warning@+1 {{larger problems are refused when it is launched}}
    scratch.tile (%i) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
      %b = scratch.alloc(%N)[%N] : memref<?xf32, #row, #gpu.address_space<workgroup>>
    }
  }
  return
}
