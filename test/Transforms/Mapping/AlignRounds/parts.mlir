// RUN: polymem-opt %s --polymem-align-rounds=machine=nvidia-h200 | FileCheck %s

// A thread has several rows and columns, one after the other: those of a warp add the same to where they begin, which is
// between the bounds of all, so that a part of columns begins together. Rows are the same for a warp.

#ws = #gpu.address_space<workgroup>
#tile = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (64, 8)>

// CHECK-DAG: [[MOST:#.*]] = affine_map<()[s0, s1, s2, s3] -> (s0 + 1, s1 - s3 + s2)>
// CHECK-DAG: [[LEAST:#.*]] = affine_map<()[s0, s1, s2, s3] -> (s0 + 1, s1 - s3 + s2 + 1)>
// CHECK: func.func @sums
// CHECK: scratch.tile
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = (%{{.*}}, %[[J0:.*]]) to (%{{.*}}, %[[J1:.*]]) step
// CHECK: scratch.tile (%[[P:.*]], %[[Q:.*]]) = (%[[I]], %[[J]]) to
// CHECK: %[[ALL:.*]] = affine.max [[MOST:#.*]]()[%[[P]], %[[Q]], %[[J1]], %[[J]]]
// CHECK: affine.if
// CHECK:   affine.for %[[K:.*]] = max [[LEAST:#.*]]()[%[[P]], %[[Q]], %[[J0]], %[[J]]] to min #{{.*}}()[%{{.*}}, %[[ALL]]]
// CHECK:     affine.if #[[SET:.*]](%[[K]])[%[[Q]]] -> f32
// CHECK:   affine.for %{{.*}} = %[[ALL]] to
func.func @sums(%A: memref<?x?xf32>, %R: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  scratch.tile (%i0, %j0) = (%c0, %c0) to (%m, %c64) step (%c8, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %m)[%c0, %i0] : memref<?x?xf32, #tile, #ws>
    scratch.copy_in %A to %b over [affine_set<(d0, d1)[s0, s1, s2] : (d0 >= 0, s0 - d0 - 1 >= 0, 63 - d0 >= 0, d1 - s1 >= 0, s1 + 7 - d1 >= 0, s2 - d1 - 1 >= 0)>](%n, %i0, %m) : memref<?x?xf32> to memref<?x?xf32, #tile, #ws>
    %i1 = affine.apply affine_map<()[s0] -> (s0 + 4)>()[%i0]
    %j1 = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%j0]
    %i2 = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%i0]
    %j2 = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%j0]
    scratch.tile (%i, %j) = (%i0, %j0) to (%i1, %j1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      scratch.tile (%p, %q) = (%i, %j) to (%i2, %j2) step (%c4, %c16) {
        affine.if affine_set<()[s0, s1] : (s1 - s0 - 1 >= 0)>()[%p, %m] {
          %s = affine.for %k = max affine_map<()[s0, s1] -> (s0 + 1, s1 + 1)>()[%p, %q] to affine_map<()[s0] -> (s0)>()[%n] iter_args(%x = %zero) -> (f32) {
            %a = affine.load %b[%k, symbol(%p)] : memref<?x?xf32, #tile, #ws>
            %y = arith.addf %x, %a : f32
            affine.yield %y : f32
          }
          affine.store %s, %R[symbol(%p), symbol(%q)] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
