// Overlapped tiles compute what they need beyond their border themselves, in
// buffers, for all iterations of a block. Blocks read the array and write its
// second copy in turn. A dimension that goes with time is whole in a buffer.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped sizes=16,16 steps=4" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: polymem-opt %s --polymem-mark-origin --polymem-time-tile="mapping=gpu shape=overlapped sizes=16,16 steps=4" --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED

// REMARK: [Passed] Tiled {{.*}}tiled in time: 1 steps per iteration, overlapped tiles of 4 iterations and 16 x 16 elements, 1.20 points computed per point, 3200 bytes of buffers"
// PROVED: instances: proved
// PROVED-NEXT: expressions: proved
// PROVED-NEXT: dataflow: proved
// PROVED-NEXT: live-out: proved
// PROVED-NEXT: parallelism: proved
// PROVED-NEXT: storage: proved

// Values flow down and to the right: three steps before the end, three lines
// above the tile and three columns to the left are computed as well, and one more
// of each is read.
// CHECK-DAG: #[[TOP:.+]] = affine_map<(d0, d1, d2, d3) -> (d1 * 16 - (d0 * 8 - d3 + 3))>
// CHECK-DAG: #[[BOTTOM:.+]] = affine_map<(d0, d1, d2, d3) -> (d1 * 16 + 16)>
// CHECK-DAG: #[[LEFT:.+]] = affine_map<(d0, d1, d2, d3) -> (d2 * 16 - (d0 * 8 - d3 + 3))>
// CHECK-DAG: #[[RIGHT:.+]] = affine_map<(d0, d1, d2, d3) -> (d2 * 16 + 16)>
// CHECK-DAG: #[[NEXT_TOP:.+]] = affine_map<(d0, d1, d2, d3) -> (d1 * 16 - ((d0 * 2 + 1) * 4 - d3 + 3))>
// CHECK-DAG: #[[CELLS:.+]] = #scratch.mapping<(d0, d1, d2)[s0, s1] -> (d0, d1 - s0 * 16 + 4, d2 - s1 * 16 + 4), extents = ()[s0, s1] -> (2, 20, 20)>
// CHECK-DAG: #[[FIRST:.+]] = affine_map<(d0, d1, d2) -> (d0 * 8)>
// CHECK-DAG: #[[END:.+]] = affine_map<(d0, d1, d2) -> (d0 * 8 + 4)>
// CHECK-DAG: #[[NEXT_FIRST:.+]] = affine_map<(d0, d1, d2) -> ((d0 * 2 + 1) * 4)>
// CHECK-DAG: #[[NEXT_END:.+]] = affine_map<(d0, d1, d2) -> ((d0 * 2 + 1) * 4 + 4)>
// Only what the loops write is copied out.
// CHECK-DAG: #[[IN:.+]] = affine_set<{{.*}}d1 - s1 * 16 + 4 >= 0{{.*}}d2 - s2 * 16 + 4 >= 0{{.*}}
// CHECK-DAG: #[[OUT:.+]] = affine_set<{{.*}}d1 - s1 * 16 >= 0, d1 - 1 >= 0{{.*}}d2 - s2 * 16 >= 0, d2 - 1 >= 0{{.*}}

// CHECK-LABEL: @corner(
// CHECK-SAME: %[[T:.+]]: index, %[[A:.+]]: memref<2x?x?xf32>
func.func @corner(%T: index, %A: memref<2x?x?xf32>, %n: index) {
  // CHECK: %[[A2:.+]] = memref.alloc(%{{.+}}) : memref<2x?x?xf32>
  // CHECK: affine.for %[[K:.+]] = 0 to 2
  // CHECK: affine.for %[[I:.+]] =
  // CHECK: affine.for %[[J:.+]] =
  // CHECK: %[[X:.+]] = affine.load %[[A]][%[[K]], %[[I]], %[[J]]]
  // CHECK: affine.store %[[X]], %[[A2]][%[[K]], %[[I]], %[[J]]]
  // CHECK: affine.for %[[WAVE:.+]] =
  // CHECK: scratch.tile (%[[O0:.+]], %[[O1:.+]]) = {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
  // CHECK: %[[B:.+]] = scratch.alloc({{.*}})[%[[O0]], %[[O1]]] : memref<2x?x?xf32, #[[CELLS]], #gpu.address_space<workgroup>>
  // CHECK: scratch.copy_in %[[A]] to %[[B]] over [#[[IN]]](%[[WAVE]], %[[O0]], %[[O1]],
  // CHECK: affine.for %[[TIME:.+]] = #[[FIRST]](%[[WAVE]], %[[O0]], %[[O1]]) to #[[END]](
  // CHECK-DAG: %[[TOP0:.+]] = affine.apply #[[TOP]](%[[WAVE]], %[[O0]], %[[O1]], %[[TIME]])
  // CHECK-DAG: %[[BOTTOM0:.+]] = affine.apply #[[BOTTOM]](
  // CHECK-DAG: %[[LEFT0:.+]] = affine.apply #[[LEFT]](
  // CHECK-DAG: %[[RIGHT0:.+]] = affine.apply #[[RIGHT]](
  // CHECK: scratch.tile (%[[P0:.+]], %[[P1:.+]]) = (%[[TOP0]], %[[LEFT0]]) to (%[[BOTTOM0]], %[[RIGHT0]]) {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
  // CHECK: affine.if
  // CHECK-COUNT-2: affine.load %[[B]]
  // CHECK: affine.store %{{.+}}, %[[B]]
  // CHECK: scratch.copy_out %[[B]] to %[[A2]] over [#[[OUT]]]

  // CHECK: scratch.tile (%[[O0:.+]], %[[O1:.+]]) = {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
  // CHECK: %[[B:.+]] = scratch.alloc
  // CHECK: scratch.copy_in %[[A2]] to %[[B]] over [#[[IN]]]
  // CHECK: affine.for %[[TIME:.+]] = #[[NEXT_FIRST]](%[[WAVE]], %[[O0]], %[[O1]]) to #[[NEXT_END]](
  // CHECK: affine.apply #[[NEXT_TOP]](
  // CHECK: scratch.copy_out %[[B]] to %[[A]] over [#[[OUT]]]
  // CHECK: memref.dealloc %[[A2]]
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        %a = affine.load %A[%t mod 2, %i - 1, %j - 1] : memref<2x?x?xf32>
        %b = affine.load %A[%t mod 2, %i, %j] : memref<2x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<2x?x?xf32>
      }
    }
  }
  return
}
