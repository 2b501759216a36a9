// transform.polymem.promote keeps the data of a tile of either level, or of a
// loop nest, in buffers, which are the result; handles to the tile stay valid.

// RUN: polymem-opt %s --transform-interpreter=entry-point=inner | FileCheck %s --check-prefix=INNER
// RUN: polymem-opt %s --transform-interpreter=entry-point=outer | FileCheck %s --check-prefix=OUTER
// RUN: polymem-opt %s --transform-interpreter=entry-point=function | FileCheck %s --check-prefix=INNER
// RUN: polymem-opt %s --transform-interpreter=entry-point=nest | FileCheck %s --check-prefix=NEST

// INNER-LABEL: func.func @f(
// INNER:         scratch.tile (%{{.+}}) = {{.*}} attributes {outer}
// INNER-NOT:       scratch.alloc
// INNER:           scratch.tile (%{{.+}}) = {{.*}} attributes {inner}
// INNER-NEXT:        scratch.alloc(){{.*}} {buffer} : memref<64xf32,

// OUTER-LABEL: func.func @f(
// OUTER:         scratch.tile (%{{.+}}) = {{.*}} attributes {outer}
// OUTER-NEXT:      scratch.alloc(){{.*}} {buffer} : memref<64xf32,
// OUTER:           scratch.copy_in
// OUTER:           scratch.tile (%{{.+}}) = {{.*}} attributes {inner}
// OUTER-NOT:         scratch.alloc

// NEST-LABEL: func.func @f(
// NEST:         scratch.alloc(){{.*}} {buffer} : memref<64xf32,
// NEST:         scratch.copy_in
// NEST-NEXT:    affine.for

module attributes {transform.with_named_sequence} {
  func.func @f(%A: memref<64xf32>, %S: memref<f32>) {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        %a = affine.load %A[%i] : memref<64xf32>
        %b = affine.load %A[%j] : memref<64xf32>
        %x = arith.mulf %a, %b : f32
        affine.store %x, %A[%j] : memref<64xf32>
      }
    } {nest}
    return
  }

  transform.named_sequence @tile(%module: !transform.any_op {transform.readonly}) -> (!transform.any_op, !transform.any_op) {
    %nest = transform.structured.match ops{["affine.for"]} attributes {nest} in %module : (!transform.any_op) -> !transform.any_op
    %outer, %inner = transform.polymem.tile %nest {sizes = [16], block_sizes = [32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %outer "outer" : !transform.any_op
    transform.annotate %inner "inner" : !transform.any_op
    transform.yield %outer, %inner : !transform.any_op, !transform.any_op
  }
  transform.named_sequence @outer(%module: !transform.any_op {transform.readonly}) {
    %outer, %inner = transform.include @tile failures(propagate) (%module) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %buffers = transform.polymem.promote %outer {promote_all = true} : (!transform.any_op) -> !transform.any_op
    transform.annotate %buffers "buffer" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @inner(%module: !transform.any_op {transform.readonly}) {
    %outer, %inner = transform.include @tile failures(propagate) (%module) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %buffers = transform.polymem.promote %inner {promote_all = true} : (!transform.any_op) -> !transform.any_op
    transform.annotate %buffers "buffer" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @function(%module: !transform.any_op {transform.readonly}) {
    %outer, %inner = transform.include @tile failures(propagate) (%module) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.get_parent_op %outer {op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
    %buffers = transform.polymem.promote %f : (!transform.any_op) -> !transform.any_op
    transform.annotate %buffers "buffer" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @nest(%module: !transform.any_op {transform.readonly}) {
    %nest = transform.structured.match ops{["affine.for"]} attributes {nest} in %module : (!transform.any_op) -> !transform.any_op
    %buffers = transform.polymem.promote %nest {memory_space = "default"} : (!transform.any_op) -> !transform.any_op
    transform.annotate %buffers "buffer" : !transform.any_op
    transform.yield
  }
}
