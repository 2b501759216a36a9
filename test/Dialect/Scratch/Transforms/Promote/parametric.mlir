// Run-time tile sizes: the extents are the minimum of tile and problem size,
// computed once per function; a remark states the condition on the parameters
// under which the buffer fits; runtime-check asserts it before the tile where nothing else
// sees to it.
//
// RUN: polymem-opt %s --scratch-promote="fit=launch" --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="runtime-check capacity=1000 fit=launch" | FileCheck %s --check-prefix=ASSERT

// CHECK-DAG: #[[$MIN:.*]] = affine_map<()[s0, s1] -> (s0, s1)>
// CHECK-DAG: #[[$BOX:.*]] = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0), extents = ()[s0, s1] -> (s1)>
// CHECK-DAG: #[[$SET:.*]] = affine_set<(d0)[s0, s1, s2] : (-d0 + s0 + s2 - 1 >= 0, d0 - s0 >= 0, -d0 + s1 - 1 >= 0)>
// CHECK-LABEL: func @f
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[T:.*]]: index)
// CHECK: %[[MIN:.*]] = affine.min #[[$MIN]]()[%[[T]], %[[N]]]
// CHECK: %[[EXTENT:.*]] = affine.max #{{.*}}()[%[[MIN]]]
// CHECK: scratch.tile (%[[I:.*]]) =
// CHECK: scratch.alloc(%{{.*}})[%[[I]], %[[EXTENT]]] : memref<?xf32, #[[$BOX]],
// CHECK: scratch.copy_in %{{.*}} over [#[[$SET]]](%[[I]], %[[N]], %[[T]])

// ASSERT: %[[BYTES:.*]] = arith.addi
// ASSERT: %[[CAPACITY:.*]] = arith.constant 1000
// ASSERT: %[[FITS:.*]] = arith.cmpi sle, %[[BYTES]], %[[CAPACITY]]
// ASSERT: cf.assert %[[FITS]], "scratch-promote: the buffers of a tile exceed 1000 bytes"
// ASSERT: scratch.tile

func.func @f(%A: memref<?xf32>, %N: index, %T: index) {
  %c0 = arith.constant 0 : index
  // expected-remark@below {{the buffers fit if 4 * min(arg2, arg1) <= 232448 bytes}}
  // expected-remark@below {{arg0 kept in a buffer of min(arg2, arg1) elements, 4 * min(arg2, arg1) bytes; copies 32 in, 0 out per tile instead of 96 accesses}}
  scratch.tile (%i) = (%c0) to (%N) step (%T) {
    affine.for %k = 0 to 3 {
      affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%i, %T, %N] {
        %a = affine.load %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}
