// RUN: polymem-opt %s --scratch-promote --scratch-reuse | FileCheck %s

// The first tile loads its rows and two of the halo, later ones eight. A row
// stays in its cells while the window slides over them.

// CHECK: #[[LAYOUT:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d0 mod 10, d1 - s0 + 1), extents = ()[s0] -> (10, 34)>
// CHECK: #[[FIRST:.*]] = affine_set<(d0, d1)[s0, s1] : (s0 - 1 == 0, d0 >= 0, -d0 + 9 >= 0, d1 - s1 + 1 >= 0, -d1 + s1 + 32 >= 0)>
// CHECK: #[[NEW:.*]] = affine_set<(d0, d1)[s0, s1] : (s0 - 9 >= 0, -d0 + s0 + 8 >= 0, d1 - s1 + 1 >= 0, d0 - s0 - 1 >= 0, -d1 + s1 + 32 >= 0)>
// CHECK-LABEL: func.func @five_point
// CHECK: scratch.tile (%[[J:.*]]) = {{.*}} mapping [#gpu.block<x>]
// CHECK: %[[B:.*]] = scratch.alloc()[%[[J]]] {shared_cells} : memref<66x66xf32, #[[LAYOUT]], #gpu.address_space<workgroup>>
// CHECK: scratch.tile (%[[I:.*]]) =
// CHECK-NEXT: scratch.copy_in %{{.*}} to %[[B]] over [#[[FIRST]], #[[NEW]]](%[[I]], %[[J]])
// CHECK: affine.load %[[B]]
// CHECK-NOT: scratch.copy_out
func.func @five_point(%A: memref<66x66xf32>, %B: memref<66x66xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c65 = arith.constant 65 : index
  scratch.tile (%tj) = (%c1) to (%c65) step (%c32) mapping [#gpu.block<x>] {
    scratch.tile (%ti) = (%c1) to (%c65) step (%c8) {
      affine.for %i = %ti to affine_map<(d0) -> (d0 + 8)>(%ti) {
        affine.for %j = %tj to affine_map<(d0) -> (d0 + 32)>(%tj) {
          %n = affine.load %A[%i - 1, %j] : memref<66x66xf32>
          %s = affine.load %A[%i + 1, %j] : memref<66x66xf32>
          %w = affine.load %A[%i, %j - 1] : memref<66x66xf32>
          %e = affine.load %A[%i, %j + 1] : memref<66x66xf32>
          %0 = arith.addf %n, %s : f32
          %1 = arith.addf %w, %e : f32
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %B[%i, %j] : memref<66x66xf32>
        }
      }
    }
  }
  return
}
