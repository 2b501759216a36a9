// RUN: polymem-opt %s --polymem-align-rounds=machine=nvidia-h200 | FileCheck %s
// RUN: polymem-opt %s --polymem-align-rounds=machine=nvidia-h200 -o /dev/null --remarks-filter=polymem-align-rounds --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// Each thread begins behind its own column: 32 rows of the buffer of 8 columns are read at once, in 4 banks, and one if all
// begin behind the first column, where nothing is added before a thread's own.

#ws = #gpu.address_space<workgroup>
#tile = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (64, 8)>

// REMARK: Aligned {{.*}} Apart=8, {{.*}}1 wavefronts in a round, and 8 if each began by itself
// CHECK-LABEL: func @sums
// CHECK: scratch.tile (%{{.*}}, %[[J0:.*]]) = (%{{.*}}, %{{.*}}) to
// CHECK: %[[J1:.*]] = affine.min #{{.*}}()[%[[J0]]]
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = (
// CHECK:   %[[ALL:.*]] = affine.max #{{.*}}()[%[[J1]]]
// CHECK:   %[[FIRST:.*]] = affine.for %[[K:.*]] = #{{.*}}()[%[[J0]]] to min #{{.*}}()[%{{.*}}, %[[ALL]]] iter_args(%[[X:.*]] = %{{.*}}) -> (f32) {
// CHECK:     %[[Z:.*]] = affine.if #[[SET:.*]](%[[K]])[%[[J]]] -> f32 {
// CHECK:       affine.load %{{.*}}[%[[K]], symbol(%[[I]])]
// CHECK:       %[[Y:.*]] = arith.addf %[[X]]
// CHECK:       affine.yield %[[Y]]
// CHECK:     } else {
// CHECK:       affine.yield %[[X]]
// CHECK:     affine.yield %[[Z]]
// CHECK:   %[[SUM:.*]] = affine.for %[[L:.*]] = %[[ALL]] to %{{.*}} iter_args(%{{.*}} = %[[FIRST]]) -> (f32) {
// CHECK-NOT: affine.if
// CHECK:   affine.store %[[SUM]]
func.func @sums(%A: memref<?x?xf32>, %R: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  scratch.tile (%i0, %j0) = (%c0, %c0) to (%m, %c64) step (%c8, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %m)[%c0, %i0] : memref<?x?xf32, #tile, #ws>
    scratch.copy_in %A to %b over [affine_set<(d0, d1)[s0, s1, s2] : (d0 >= 0, s0 - d0 - 1 >= 0, 63 - d0 >= 0, d1 - s1 >= 0, s1 + 7 - d1 >= 0, s2 - d1 - 1 >= 0)>](%n, %i0, %m) : memref<?x?xf32> to memref<?x?xf32, #tile, #ws>
    %i1 = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i0, %m]
    %j1 = affine.min affine_map<()[s0] -> (s0 + 32, 64)>()[%j0]
    scratch.tile (%i, %j) = (%i0, %j0) to (%i1, %j1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %s = affine.for %k = affine_map<()[s0] -> (s0 + 1)>()[%j] to affine_map<()[s0] -> (s0)>()[%n] iter_args(%x = %zero) -> (f32) {
        %a = affine.load %b[%k, symbol(%i)] : memref<?x?xf32, #tile, #ws>
        %y = arith.addf %x, %a : f32
        affine.yield %y : f32
      }
      affine.store %s, %R[symbol(%i), symbol(%j)] : memref<?x?xf32>
    }
  }
  return
}
