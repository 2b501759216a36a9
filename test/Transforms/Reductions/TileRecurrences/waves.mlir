// RUN: polymem-opt %s --polymem-tile-recurrences --canonicalize --cse | FileCheck %s
// RUN: polymem-opt %s --polymem-tile-recurrences="tile-size=8 strip-size=24" --canonicalize --cse | FileCheck %s --check-prefix=SIZES

// Places are u = r - 1, for the first row has no element, and v = j. Tiles that begin at u + v < N - 2
// have no iteration that reads nothing of its own tile. In others the reduction for
// N - 2 - u <= k < v comes first, in strips, with one thread for each element; the rest comes by diagonals of a tile.

// CHECK-DAG: #[[WAVE:.*]] = affine_map<()[s0] -> ((s0 - 63) ceildiv 32)>
// CHECK-DAG: #[[NEAR:.*]] = affine_map<()[s0] -> ((s0 * 2 - 3) floordiv 32 + 1, (s0 - 2) ceildiv 32)>
// CHECK-DAG: #[[FAR:.*]] = affine_map<()[s0] -> ((s0 - 63) ceildiv 32, (s0 - 2) ceildiv 32)>
// CHECK-DAG: #[[TILE:.*]] = affine_map<(d0)[s0] -> (0, d0 - (s0 - 1) floordiv 32)>
// CHECK-DAG: #[[TILE_END:.*]] = affine_map<(d0)[s0] -> (d0 + 1, (s0 - 2) floordiv 32 + 1)>
// CHECK-DAG: #[[V:.*]] = affine_map<(d0)[s0] -> (d0 * 32 - s0 * 32)>
// CHECK-DAG: #[[FIRST:.*]] = affine_map<()[s0, s1] -> (s0 - s1 * 32 - 2)>
// CHECK-DAG: #[[STRIP:.*]] = affine_map<(d0)[s0, s1] -> (s1 + 64, d0 * 32 - s0 * 32)>
// CHECK-DAG: #[[DIAGONAL:.*]] = affine_map<(d0) -> (d0 * 32)>
// CHECK-DAG: #[[DIAGONAL_END:.*]] = affine_map<(d0) -> (d0 * 32 + 63)>
// CHECK-DAG: #[[LOWER:.*]] = affine_map<()[s0, s1] -> (s0 - s1 - 2)>
// CHECK-DAG: #[[UPPER:.*]] = affine_map<(d0)[s0] -> (d0 - s0)>
// CHECK-DAG: #[[BEFORE:.*]] = affine_map<(d0)[s0, s1, s2] -> (d0 - s2, s0 - s1 * 32 - 2)>
// CHECK-DAG: #[[BEHIND:.*]] = affine_map<(d0)[s0, s1, s2] -> (s0 - s2 - 2, d0 * 32 - s1 * 32)>
// CHECK-LABEL: func @table
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: affine.for %[[W:.*]] = #[[WAVE]]()[%[[N:.*]]] to min #[[NEAR]]()[%[[N]]] {
// CHECK-DAG: %[[T0:.*]] = affine.max #[[TILE]](%[[W]])[%[[N]]]
// CHECK-DAG: %[[T1:.*]] = affine.min #[[TILE_END]](%[[W]])[%[[N]]]
// CHECK:   scratch.tile (%{{.*}}) = (%[[T0]]) to (%[[T1]]) step (%[[C1]]) mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
// CHECK:     affine.for %[[D:.*]] = #[[DIAGONAL]](%[[W]]) to #[[DIAGONAL_END]](%[[W]]) {
// CHECK:       scratch.tile (%[[R:.*]]) = {{.*}} mapping [#gpu.thread<x>] {
// CHECK:         affine.if
// CHECK-NEXT:      affine.for %{{.*}} = #[[LOWER]]()[%[[N]], %[[R]]] to #[[UPPER]](%[[D]])[%[[R]]] {
// CHECK-NOT:       affine.for
// CHECK: affine.for %[[W:.*]] = max #[[FAR]]()[%[[N]]] to
// CHECK:   scratch.tile (%[[T:.*]]) = {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 32, 8, 1>} {
// CHECK-DAG: %[[U:.*]] = affine.apply #{{.*}}()[%[[T]]]
// CHECK-DAG: %[[END:.*]] = affine.apply #[[V]](%[[W]])[%[[T]]]
// CHECK-DAG: %[[BEGIN:.*]] = affine.apply #[[FIRST]]()[%[[N]], %[[T]]]
// CHECK:     scratch.tile (%[[K0:.*]]) = (%[[BEGIN]]) to (%[[END]]) step (%[[C64]]) {
// CHECK:       scratch.tile (%{{.*}}, %{{.*}}) = (%[[U]], %[[END]]) to {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK-NEXT:    affine.for %{{.*}} = %[[K0]] to min #[[STRIP]](%[[W]])[%[[T]], %[[K0]]] {
// CHECK:   scratch.tile (%[[T:.*]]) = {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
// CHECK:     affine.for %[[D:.*]] =
// CHECK:       scratch.tile (%[[R:.*]]) = {{.*}} mapping [#gpu.thread<x>] {
// CHECK:         affine.if
// CHECK-NEXT:      affine.for %{{.*}} = #[[LOWER]]()[%[[N]], %[[R]]] to min #[[BEFORE]](%[[D]])[%[[N]], %[[T]], %[[R]]] {
// CHECK:           affine.for %{{.*}} = max #[[BEHIND]](%[[W]])[%[[N]], %[[T]], %[[R]]] to #[[UPPER]](%[[D]])[%[[R]]] {

// SIZES: affine_map<()[s0] -> ((s0 - 15) ceildiv 8)>
// SIZES: %[[C24:.*]] = arith.constant 24 : index
// SIZES: {polymem.block_threads = array<i64: 8, 32, 1>}
// SIZES: step (%[[C24]]) {
func.func @table(%t: memref<?x?xi32>, %N: index) {
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
