// RUN: polymem-opt %s --polymem-tile="mapping=gpu block-sizes=64,64 sizes=16,16" | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="block-sizes=64,64 sizes=16,16" | FileCheck %s --check-prefix=NONE

// A loop that carries a dependence is not mapped to blocks, whatever its block
// size. Without mapping the outer level is a tile like any other.

// CHECK-LABEL: func @columns
// CHECK: scratch.tile (%{{.*}}) = {{.*}} step (%c64) mapping [#gpu.block<x>] {
// CHECK:   scratch.tile (%{{.*}}) = {{.*}} step (%c16) {
// CHECK:     scratch.tile (%{{.*}}) = {{.*}} step (%c16) {
// CHECK:       scratch.tile (%{{.*}}) = {{.*}} mapping [#gpu.thread<x>] {

// NONE-LABEL: func @columns
// NONE: scratch.tile (%{{.*}}, %{{.*}}) = {{.*}} step (%c64, %c64) {
// NONE:   scratch.tile (%{{.*}}) = {{.*}} step (%c16) {
// NONE:     scratch.tile (%{{.*}}) = {{.*}} step (%c16) {
func.func @columns(%A: memref<?x?xf32>, %N: index) {
  affine.for %i = 1 to %N {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
