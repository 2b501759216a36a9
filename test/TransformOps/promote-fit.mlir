// `fit` of transform.polymem.promote is that of scratch-promote; the buffers of both
// versions are the result.

// RUN: polymem-opt %s --transform-interpreter=entry-point=always | FileCheck %s --check-prefix=ALWAYS
// RUN: polymem-opt %s --transform-interpreter=entry-point=global | FileCheck %s --check-prefix=GLOBAL
// RUN: polymem-opt %s --transform-interpreter=entry-point=launch | FileCheck %s --check-prefix=LAUNCH

// ALWAYS: affine.if
// ALWAYS-COUNT-2: scratch.alloc{{.*}} {buffer}
// ALWAYS: } else {
// ALWAYS-COUNT-1: scratch.alloc{{.*}} {buffer}
// ALWAYS-NOT: scratch.alloc
// ALWAYS: } {polymem.fits}

// GLOBAL-NOT: affine.if
// GLOBAL-COUNT-1: scratch.alloc{{.*}} {buffer}
// GLOBAL-NOT: scratch.alloc

// LAUNCH-NOT: affine.if
// LAUNCH-COUNT-2: scratch.alloc{{.*}} {buffer}
// LAUNCH-NOT: scratch.alloc

module attributes {transform.with_named_sequence} {
  func.func @f(%A: memref<?xf32>, %n: index, %B: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scratch.tile (%b) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
      affine.for %k = 0 to 8 {
        affine.for %i = 0 to %n {
          %a = affine.load %A[%i] : memref<?xf32>
          %c = affine.load %B[%k] : memref<8xf32>
        }
      }
    }
    return
  }

  transform.named_sequence @always(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    %buffers = transform.polymem.promote %tile : (!transform.any_op) -> !transform.any_op
    transform.annotate %buffers "buffer" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @global(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    %buffers = transform.polymem.promote %tile {fit = "global"} : (!transform.any_op) -> !transform.any_op
    transform.annotate %buffers "buffer" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @launch(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    %buffers = transform.polymem.promote %tile {fit = "launch"} : (!transform.any_op) -> !transform.any_op
    transform.annotate %buffers "buffer" : !transform.any_op
    transform.yield
  }
}
