// What is not tiled as asked is a failure at the loop, which names the
// dependence; all payload is as it was.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics
// RUN: not polymem-opt %s --transform-interpreter -split-input-file --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: func.func @second(
// CHECK-NOT:     scratch.tile
// CHECK-LABEL: func.func @partial(
// CHECK-NOT:     scratch.tile
// CHECK-LABEL: func.func @carried(
// CHECK:         iter_args
// CHECK:         } {nest}
// CHECK-NEXT:    affine.for %{{.+}} = 1 to

module attributes {transform.with_named_sequence} {
  // The first nest can be tiled.
  func.func @second(%A: memref<?x?xf32>, %n: index, %m: index) {
    %x = arith.constant 1.0 : f32
    affine.for %i = 0 to %n {
      affine.store %x, %A[%i, %i] : memref<?x?xf32>
    } {nest}
    // expected-error-re @below {{polymem-tile: the only loop of the band that may be tiled carries a dependence: flow dependence on arg0 from S0[i0 = 1, i1 = 2] {{.*}} to S0[i0 = 2, i1 = 1]}}
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %m {
        %y = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        %z = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %w = arith.addf %y, %z : f32
        affine.store %w, %A[%i, %j] : memref<?x?xf32>
      }
    } {nest}
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %nests = transform.structured.match ops{["affine.for"]} attributes {nest} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.tile'}}
    %tiles, %blocks = transform.polymem.tile %nests {sizes = [8, 8]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A part of what was asked for is not enough.
module attributes {transform.with_named_sequence} {
  func.func @partial(%A: memref<?x?x?xf32>, %B: memref<?xf32>, %N: index) {
    %c = arith.constant 0.0 : f32
    affine.for %i = 0 to %N {
      affine.store %c, %B[%i] : memref<?xf32>
      affine.for %k = 1 to %N {
        // expected-error @below {{polymem-tile: not tiled: loop 2 of the band may not be tiled with the loops around it, for a dependence runs against it: flow dependence on arg0}}
        affine.for %l = 0 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
          %a = affine.load %A[%i, %k - 1, %l + 1] : memref<?x?x?xf32>
          affine.store %a, %A[%i, %k, %l] : memref<?x?x?xf32>
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %tiles, %blocks = transform.polymem.tile %f {sizes = [8, 8, 8]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Values that loops carry stay there.
module attributes {transform.with_named_sequence} {
  func.func @carried(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index) {
    %c = arith.constant 0.0 : f32
    affine.for %i = 0 to %n {
      %s = affine.for %j = 0 to %n iter_args(%acc = %c) -> f32 {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %t = arith.addf %acc, %a : f32
        affine.yield %t : f32
      }
      affine.store %s, %B[%i] : memref<?xf32>
    } {nest}
    // expected-error @below {{polymem-tile: no tiled loop of the band is parallel}}
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    } {nest}
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %nests = transform.structured.match ops{["affine.for"]} attributes {nest} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %tiles, %blocks = transform.polymem.tile %nests {sizes = [8, 8], mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// An attribute of the loop.
module attributes {transform.with_named_sequence} {
  func.func @excluded(%A: memref<?xf32>, %n: index) {
    %c = arith.constant 0.0 : f32
    // expected-error @below {{polymem-tile: not tiled: the loop has attribute polymem.no_tile}}
    affine.for %i = 0 to %n {
      affine.store %c, %A[%i] : memref<?xf32>
    } {polymem.no_tile}
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %tiles, %blocks = transform.polymem.tile %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
