// A tile mapped to blocks gets a condition with all that its origins have to fulfil, and only once.

// RUN: polymem-opt %s --scratch-trim-tiles --split-input-file | FileCheck %s
// RUN: polymem-opt %s --scratch-trim-tiles --split-input-file > %t
// RUN: polymem-opt %s --scratch-trim-tiles --scratch-trim-tiles --split-input-file | diff - %t
// RUN: polymem-opt %s --scratch-trim-tiles --split-input-file --remarks-filter=scratch-trim-tiles --remark-format=emitRemark \
// RUN:   2>&1 | FileCheck %s --check-prefix=REMARK

// j <= i <= j + M
// CHECK: #[[BAND:.*]] = affine_set<()[s0, s1, s2] : (s0 - s1 + 7 >= 0, -s0 + s1 + s2 + 7 >= 0)>
// CHECK-LABEL: func.func @band
// CHECK-SAME: %[[M:.*]]: index
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) =
// CHECK-NEXT: affine.if #[[BAND]]()[%{{.*}}, %{{.*}}, %{{.*}}] {
// CHECK:   affine.for
// CHECK: } {polymem.tile_domain}
// CHECK-NEXT: }
// REMARK: blocks that have nothing to do return at once: 2 constraints
func.func @band(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %m: index {polymem.param = "M"}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      affine.for %jj = max affine_map<(d0)[s0, s1] -> (s0, d0 - s1)>(%ii)[%j, %m] to min affine_map<(d0)[s0] -> (s0 + 8, d0 + 1)>(%ii)[%j] {
        affine.store %x, %A[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// What is written lies in a buffer of the tile, but for one copy.
// CHECK-LABEL: func.func @copies
// CHECK: affine.if #{{.*}}()[%{{.*}}, %{{.*}}] {
// CHECK-NEXT: scratch.alloc
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
func.func @copies(%A: memref<?xf32> {polymem.shape = ["N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box, #gpu.address_space<workgroup>>
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      affine.store %x, %b[%ii] : memref<?xf32, #box, #gpu.address_space<workgroup>>
    }
    scratch.copy_out %b to %A over [affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s2 - 1 >= 0, s0 - s1 >= 0)>](%i, %j, %n) : memref<?xf32, #box, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}
