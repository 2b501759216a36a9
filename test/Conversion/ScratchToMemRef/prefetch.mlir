// RUN: polymem-opt %s --split-input-file --scratch-prefetch-tiles -o %t.with
// RUN: FileCheck %s --input-file %t.with
// RUN: polymem-opt %s --split-input-file -o %t.without
// RUN: %python %polymem_src/test/Inputs/same-parts.py %t.without %t.with loaded no_rows
// RUN: polymem-opt %s --split-input-file --scratch-prefetch-tiles='lead=3 line-bytes=32' | FileCheck %s --check-prefix=LEAD
// RUN: polymem-opt %s --split-input-file --scratch-prefetch-tiles --remarks-filter=scratch-prefetch-tiles --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: polymem-opt %s --split-input-file --scratch-prefetch-tiles='max-isl-operations=1 warnings=false' --remarks-filter=scratch-prefetch-tiles --remark-format=emitRemark -o %t.budget 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: diff %t.without %t.budget
// RUN: not polymem-opt %s --split-input-file --scratch-prefetch-tiles=line-bytes=0 2>&1 | FileCheck %s --check-prefix=NONE

// One element of each line of 64 bytes that the next tile copies, if there is one.

// BUDGET-DAG: NoLoops {{.*}}are beyond the budget
// NONE: scratch-prefetch-tiles: line-bytes: a line has one byte or more

#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0)>

// CHECK: #[[AHEAD:.*]] = affine_map<()[s0] -> (s0 + 32)>
// CHECK: #[[FIRST:.*]] = affine_map<()[s0] -> ((s0 floordiv 16) * 16)>
// CHECK-LABEL: func @rows
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>
// CHECK: scratch.tile (%[[I:.*]]) =
// CHECK: %[[NEXT:.*]] = affine.apply #[[AHEAD]]()[%[[I]]]
// CHECK: affine.for %[[E:.*]] = #[[FIRST]]()[%[[NEXT]]] to {{.*}} step 16
// CHECK: memref.prefetch %[[A]][%[[E]]], read, locality<3>, data : memref<?xf32>
// CHECK: scratch.copy_in %[[A]]
// CHECK-NOT: memref.prefetch
// LEAD: affine_map<()[s0] -> (s0 + 96)>
// LEAD: affine_map<()[s0] -> ((s0 floordiv 8) * 8)>
// LEAD-LABEL: func @rows
// LEAD: memref.prefetch
// REMARKS: Prefetched {{.*}}what the tile 1 steps behind copies is prefetched, one of 16 elements of a row
func.func @rows(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #m>
    scratch.copy_in %A to %b over [#set](%i, %n) : memref<?xf32> to memref<?xf32, #m>
    affine.for %e = %i to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n] {
      %x = affine.load %b[%e] : memref<?xf32, #m>
      affine.store %x, %B[%e] : memref<?xf32>
    }
  }
  return
}

// -----

#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0)>

// Where the next tile's copy begins is read from memory.

// CHECK-LABEL: func @loaded
// CHECK-NOT: memref.prefetch
// REMARKS: Unknown {{.*}}what the tiles behind copy is not prefetched: it depends on what its tile does
func.func @loaded(%A: memref<?xf32>, %I: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) {
    %first = memref.load %I[%i] : memref<?xindex>
    %b = scratch.alloc(%n)[%first] : memref<?xf32, #m>
    scratch.copy_in %A to %b over [#set](%first, %n) : memref<?xf32> to memref<?xf32, #m>
  }
  return
}

// -----

#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0)>

// CHECK-LABEL: func @no_rows
// CHECK-NOT: memref.prefetch
// REMARKS: Unknown {{.*}}its source has no rows of numbers
func.func @no_rows(%A: memref<?xcomplex<f32>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) {
    %b = scratch.alloc(%n)[%i] : memref<?xcomplex<f32>, #m>
    scratch.copy_in %A to %b over [#set](%i, %n) : memref<?xcomplex<f32>> to memref<?xcomplex<f32>, #m>
  }
  return
}
