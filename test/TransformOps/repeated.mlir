// A nest or tile that a handle names twice is tiled, promoted and mapped once.

// RUN: polymem-opt %s --transform-interpreter=disable-expensive-checks | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK:         gpu.launch {{.*}} workgroup(%{{.+}} : memref<{{[^,]*}}, #gpu.address_space<workgroup>>)
// CHECK-NOT:     gpu.launch
module attributes {transform.with_named_sequence} {
  func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
    affine.for %i = 1 to %n {
      affine.for %j = 0 to 4 {
        %x = affine.load %A[%i + %j] : memref<?xf32>
        affine.store %x, %B[%i] : memref<?xf32>
      }
    } {nest}
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %nest = transform.structured.match ops{["affine.for"]} attributes {nest} in %module : (!transform.any_op) -> !transform.any_op
    %nests = transform.merge_handles %nest, %nest : !transform.any_op
    %tiles, %blocks = transform.polymem.tile %nests {mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %all_blocks = transform.merge_handles %blocks, %blocks : !transform.any_op
    %buffers = transform.polymem.promote %all_blocks : (!transform.any_op) -> !transform.any_op
    %all_tiles = transform.merge_handles %tiles, %tiles : !transform.any_op
    %launches = transform.polymem.map %all_tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
