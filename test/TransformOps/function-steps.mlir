// Time tiling, partial results and launches of one block, each on one function.

// RUN: polymem-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: func.func @stencil(
// CHECK-SAME:    attributes {time_tiled}
// CHECK:         affine.for
// CHECK:           scratch.tile {{.*}} mapping [#gpu.block<x>]
func.func @stencil(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %B[%i] : memref<?xf32>
      affine.store %a, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    attributes {split}
// CHECK:         affine.for %{{.+}} = 0 to 512
func.func @sum(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func.func @host(
// CHECK-SAME:    attributes {mapped}
// CHECK:         scratch.tile {{.*}} mapping [#gpu.block<x>]
func.func @host(%A: memref<?xf32>) {
  %c = arith.constant 0.0 : f32
  affine.store %c, %A[0] : memref<?xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "stencil"} in %module : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes {sym_name = "sum"} in %module : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.match ops{["func.func"]} attributes {sym_name = "host"} in %module : (!transform.any_op) -> !transform.any_op
    %f1 = transform.polymem.time_tile %f {sizes = [128], mapping = "gpu"} : (!transform.any_op) -> !transform.any_op
    %g1 = transform.polymem.split_reductions %g {reassociate = true, grid_partials = 512} : (!transform.any_op) -> !transform.any_op
    %h1 = transform.polymem.map_sequential %h : (!transform.any_op) -> !transform.any_op
    transform.annotate %f1 "time_tiled" : !transform.any_op
    transform.annotate %g1 "split" : !transform.any_op
    transform.annotate %h1 "mapped" : !transform.any_op
    transform.yield
  }
}
