// RUN: polymem-opt %s --canonicalize --split-input-file | FileCheck %s

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#empty = affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 - d0 - 1 >= 0)>
#some = affine_set<(d0)[s0] : (d0 - s0 == 0)>

// CHECK: #[[SOME:.*]] = affine_set<(d0)[s0] : (d0 - s0 == 0)>
// CHECK-LABEL: func @empty_sets
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @empty_sets(%A: memref<?xf32>, %n: index, %b: memref<?xf32, #m>) {
  // The empty set and the second of two equal ones go.
  // CHECK: scratch.copy_in %[[A]] to %{{.*}} over [#[[SOME]]](%[[N]])
  scratch.copy_in %A to %b over [#empty, #some, #some](%n) : memref<?xf32> to memref<?xf32, #m>
  // CHECK-NEXT: return
  scratch.copy_in %A to %b over [#empty](%n) : memref<?xf32> to memref<?xf32, #m>
  scratch.copy_out %b to %A over [#empty](%n) : memref<?xf32, #m> to memref<?xf32>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#some = affine_set<(d0)[s0] : (d0 - s0 == 0)>

// CHECK-LABEL: func @empty_async
func.func @empty_async(%A: memref<?xf32>, %n: index, %b: memref<?xf32, #m>) {
  %t = scratch.copy_in %A to %b over [](%n) : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  // CHECK: %[[U:.*]] = scratch.copy_in
  %u = scratch.copy_in %A to %b over [#some](%n) : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  // CHECK-NEXT: scratch.wait %[[U]]
  scratch.wait %t, %u, %t
  // CHECK-NEXT: return
  scratch.wait %t
  return
}

// -----

// A token that goes elsewhere keeps its copy.

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>

// CHECK-LABEL: func @token_escapes
func.func @token_escapes(%A: memref<?xf32>, %b: memref<?xf32, #m>) -> !scratch.token {
  // CHECK: %[[T:.*]] = scratch.copy_in %{{.*}} over []() {{.*}} -> !scratch.token
  %t = scratch.copy_in %A to %b over []() : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  // CHECK: return %[[T]]
  return %t : !scratch.token
}
