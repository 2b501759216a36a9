// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=64" \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// The time loop may not be tiled with the loops inside: it stays, and each nest
// inside is tiled.

// REMARK: remark: [Analysis] OuterLoopKept {{.*}}stays outside the tiles: {{.*}}not distributed over the statements
// REMARK: remark: [Passed] Tiled {{.*}}ParallelLoops=1, Remark="nest tiled", TiledLoops=1, Tiles=2
// REMARK: remark: [Passed] Tiled {{.*}}ParallelLoops=1, Remark="nest tiled", TiledLoops=1, Tiles=2

// CHECK-LABEL: func @jacobi
func.func @jacobi(%A: memref<?xf32>, %B: memref<?xf32>, %T: index, %N: index) {
  // CHECK:      affine.for %{{.*}} = 0 to %{{.*}} {
  // CHECK:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
  // CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
  // CHECK:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
  // CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %b = affine.load %B[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
