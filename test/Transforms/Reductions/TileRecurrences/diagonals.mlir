// RUN: polymem-opt %s --polymem-tile-recurrences --canonicalize | FileCheck %s

// Where loops go along diagonals, tiles are of elements all the same: u = N - 1 - i, v = j. The
// initial value needs nothing of the tile, and is set before the strips.

// CHECK-LABEL: func @chain
// CHECK-DAG: %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK: affine.for %{{.*}} = #
// CHECK:   mapping [#gpu.block<x>]
// CHECK: affine.for %{{.*}} = max #
// CHECK:   scratch.tile ({{.*}}) mapping [#gpu.block<x>]
// CHECK:     scratch.tile (%[[U:.*]], %[[V:.*]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK:       affine.store %[[C2147483647_I32]], %{{.*}}[{{.*}}symbol(%[[U]]){{.*}}, symbol(%[[V]])]
// CHECK:     scratch.tile ({{.*}}) step (%[[C64]]) {
// CHECK-NOT:   affine.if
// CHECK:       arith.minsi
// CHECK:   scratch.tile ({{.*}}) mapping [#gpu.block<x>]
// CHECK-NOT: affine.store %c2147483647_i32
// CHECK:     arith.minsi
// CHECK:     arith.minsi
func.func @chain(%p: memref<?xi32>, %m: memref<?x?xi32>, %N: index) {
  %inf = arith.constant 2147483647 : i32
  affine.for %len = 1 to %N {
    affine.for %i = 0 to affine_map<(len)[N] -> (N - len)>(%len)[%N] {
      affine.store %inf, %m[%i, %i + %len] : memref<?x?xi32>
      affine.for %k = affine_map<(i) -> (i)>(%i) to affine_map<(i, len) -> (i + len)>(%i, %len) {
        %old = affine.load %m[%i, %i + %len] : memref<?x?xi32>
        %a = affine.load %m[%i, %k] : memref<?x?xi32>
        %b = affine.load %m[%k + 1, %i + %len] : memref<?x?xi32>
        %pk = affine.load %p[%k] : memref<?xi32>
        %ab = arith.addi %a, %b : i32
        %q = arith.addi %ab, %pk : i32
        %new = arith.minsi %old, %q : i32
        affine.store %new, %m[%i, %i + %len] : memref<?x?xi32>
      }
    }
  }
  return
}
