// RUN: polymem-opt %s --polymem-tile="mapping=gpu block-sizes=64,64 sizes=16,16" | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="block-sizes=64,64 sizes=16,16" | FileCheck %s --check-prefix=NONE

// A loop that carries a dependence is not mapped to blocks, whatever its block
// size. Without mapping the outer level is a tile like any other.

// CHECK-LABEL: func @columns
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK: scratch.tile (%{{.*}}) = {{.*}} step (%[[C64]]) mapping [#gpu.block<x>] {
// CHECK:   scratch.tile (%{{.*}}) = {{.*}} step (%[[C16]]) {
// CHECK:     scratch.tile (%{{.*}}) = {{.*}} step (%[[C16]]) {
// CHECK:       scratch.tile (%{{.*}}) = {{.*}} mapping [#gpu.thread<x>] {

// NONE-LABEL: func @columns
// NONE-DAG: %[[C16:.*]] = arith.constant 16 : index
// NONE-DAG: %[[C64:.*]] = arith.constant 64 : index
// NONE: scratch.tile (%{{.*}}, %{{.*}}) = {{.*}} step (%[[C64]], %[[C64]]) {
// NONE:   scratch.tile (%{{.*}}) = {{.*}} step (%[[C16]]) {
// NONE:     scratch.tile (%{{.*}}) = {{.*}} step (%[[C16]]) {
func.func @columns(%A: memref<?x?xf32>, %N: index) {
  affine.for %i = 1 to %N {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
