// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// What is known of the symbols (a tile is not empty, its step is positive)
// keeps the loops of a copy free of cases: the row above, the rows and the row
// below are scanned by one nest.

#m = #scratch.mapping<(d0, d1)[s0, s1, s2, s3] -> (d0 - s0 + 1, d1 - s1 + 1), extents = ()[s0, s1, s2, s3] -> (s2 + 2, s3 + 2)>
#rows = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s2 - d0 - 1 >= 0, d1 - s1 + 1 >= 0, s3 - d1 >= 0)>
#above = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 + 1 == 0, d1 - s1 >= 0, s3 - d1 - 1 >= 0)>
#below = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s2 == 0, d1 - s1 >= 0, s3 - d1 - 1 >= 0)>
#end = affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>

// CHECK-LABEL: func @halo
func.func @halo(%A: memref<?x?xf32>, %n: index, %s: index, %r: index) {
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  // CHECK: scf.for
  // CHECK: scf.for
  scratch.tile (%i, %j) = (%c1, %c1) to (%last, %last) step (%s, %r) {
    // CHECK: memref.alloc
    %b = scratch.alloc(%n, %n)[%i, %j, %s, %r] : memref<?x?xf32, #m>
    %ei = affine.min #end()[%i, %s, %last]
    %ej = affine.min #end()[%j, %r, %last]
    // CHECK-NOT: scf.if
    // CHECK: scf.for
    // CHECK-NOT: scf.if
    // CHECK: scf.for
    // CHECK-NOT: scf.{{if|for}}
    // CHECK: memref.dealloc
    scratch.copy_in %A to %b over [#rows, #above, #below](%i, %j, %ei, %ej) : memref<?x?xf32> to memref<?x?xf32, #m>
  }
  return
}
