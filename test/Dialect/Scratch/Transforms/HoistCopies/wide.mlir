// A buffer whose copies differ from iteration to iteration leaves the tile if its layout does
// not: what all iterations copy is copied once. test/Execution/wide-copies.mlir executes
// such programs.
//
// RUN: polymem-opt %s --scratch-hoist-copies | FileCheck %s
// RUN: polymem-opt %s --scratch-hoist-copies --remarks-filter=scratch-hoist-copies --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: wide.mlir:35:{{.*}} Hoisted {{.*}}"buffer moved out of a tile loop, and copies of what all its iterations copy; nothing is copied if the loop is empty"
// REMARK: wide.mlir:66:{{.*}} Hoisted {{.*}}"buffer moved out of a tile loop, and copies of what all its iterations copy"

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (64)>
// Rows of a block up to the end of the step that begins at s1.
#upto = affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 63 >= 0, -d0 + s1 + 31 >= 0, -d0 + s2 - 1 >= 0)>

// The block, where there is a step: the last one ends behind all rows.
// CHECK: #[[ALL:.*]] = affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s1 - 1 >= 0, -d0 + s0 + 63 >= 0, s1 - s2 - 1 >= 0)>
// CHECK: #[[EVEN:.*]] = affine_set<(d0) : (-d0 + (d0 floordiv 2) * 2 == 0, d0 >= 0, -d0 + 31 >= 0)>
// CHECK: #[[WHOLE:.*]] = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
// CHECK-LABEL: func @triangle
func.func @triangle(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%m) step (%c64) {
    // CHECK: scratch.tile (%[[I:.*]]) =
    // CHECK: %[[B:.*]] = scratch.alloc(%{{.*}})[%[[I]]]
    // CHECK-NEXT: scratch.copy_in %{{.*}} to %[[B]] over [#[[ALL]]](%[[I]], %{{.*}}, %{{.*}})
    // CHECK-NEXT: scratch.tile
    // CHECK-NOT: scratch.copy
    // CHECK: }
    // CHECK: scratch.copy_out %[[B]] to %{{.*}} over [#[[ALL]]](%[[I]], %{{.*}}, %{{.*}})
    %behind = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%i]
    scratch.tile (%k) = (%behind) to (%m) step (%c32) {
      %b = scratch.alloc(%m)[%i] : memref<?xf32, #box>
      scratch.copy_in %A to %b over [#upto](%i, %k, %m) : memref<?xf32> to memref<?xf32, #box>
      %rows = affine.min affine_map<()[s0, s1, s2] -> (s0 + 64, s1 + 32, s2)>()[%i, %k, %m]
      scratch.tile (%r) = (%i) to (%rows) step (%c1) {
        %x = affine.load %b[symbol(%r)] : memref<?xf32, #box>
        %y = arith.addf %x, %x : f32
        affine.store %y, %b[symbol(%r)] : memref<?xf32, #box>
      }
      scratch.copy_out %b to %A over [#upto](%i, %k, %m) : memref<?xf32, #box> to memref<?xf32>
    }
  }
  return
}

#row = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#one = affine_set<(d0)[s0] : (d0 - s0 == 0)>

// A loop that surely runs; what is copied in and what is copied out are apart.
// CHECK-LABEL: func @apart
func.func @apart(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  // CHECK: scratch.alloc
  // CHECK-NEXT: scratch.copy_in
  // CHECK-NEXT: scratch.tile
  // CHECK-NOT: scratch.copy
  // CHECK: }
  // CHECK: scratch.copy_out
  scratch.tile (%k) = (%c0) to (%c16) step (%c1) {
    %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%k]
    %b = scratch.alloc() : memref<32xf32, #row>
    scratch.copy_in %A to %b over [#one](%k) : memref<32xf32> to memref<32xf32, #row>
    %x = affine.load %b[symbol(%k)] : memref<32xf32, #row>
    affine.store %x, %b[symbol(%k) + 16] : memref<32xf32, #row>
    scratch.copy_out %b to %A over [#one](%next) : memref<32xf32, #row> to memref<32xf32>
  }
  return
}

// Every other element.
// CHECK-LABEL: func @even
func.func @even(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  // CHECK: scratch.alloc
  // CHECK-NEXT: scratch.tile
  // CHECK: scratch.copy_out {{.*}} over [#[[EVEN]]]()
  scratch.tile (%k) = (%c0) to (%c32) step (%c2) {
    %b = scratch.alloc() : memref<32xf32, #row>
    affine.store %x, %b[symbol(%k)] : memref<32xf32, #row>
    scratch.copy_out %b to %A over [#one](%k) : memref<32xf32, #row> to memref<32xf32>
  }
  return
}

#until = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + s1 - 1 >= 0, -d0 + 31 >= 0)>

// A step that is a run-time value: whatever it is, iterations have all elements.
// CHECK-LABEL: func @step(
func.func @step(%A: memref<32xf32>, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // CHECK: scratch.alloc
  // CHECK-NEXT: scratch.copy_in {{.*}} over [#[[WHOLE]]]()
  // CHECK-NEXT: scratch.tile
  // CHECK-NOT: scratch.copy
  // CHECK: scratch.copy_out {{.*}} over [#[[WHOLE]]]()
  // CHECK-NEXT: return
  scratch.tile (%k) = (%c0) to (%c32) step (%s) {
    %b = scratch.alloc() : memref<32xf32, #row>
    scratch.copy_in %A to %b over [#until](%k, %s) : memref<32xf32> to memref<32xf32, #row>
    %end = affine.min affine_map<()[s0, s1] -> (s0 + s1, 32)>()[%k, %s]
    scratch.tile (%r) = (%k) to (%end) step (%c1) {
      %x = affine.load %b[symbol(%r)] : memref<32xf32, #row>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[symbol(%r)] : memref<32xf32, #row>
    }
    scratch.copy_out %b to %A over [#until](%k, %s) : memref<32xf32, #row> to memref<32xf32>
  }
  return
}
