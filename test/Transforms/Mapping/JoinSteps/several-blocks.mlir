// Tiles of several blocks are run by one, where these are few iterations whatever the sizes are: threads have
// all that the blocks had.
//
// RUN: polymem-opt %s --polymem-join-steps --canonicalize --cse | FileCheck %s
// RUN: polymem-run %s --entry=smooth --compare --emulate --reference-pipeline=convert-scratch-to-memref --emulator-seed=1..3 \
// RUN:   --sizes=N=0 --sizes=N=1 --sizes=N=8 --sizes=N=9 --sizes=N=20 --sizes=N=41 \
// RUN:   --pipeline='polymem-join-steps,scratch-promote,convert-scratch-to-gpu'

// CHECK-DAG: #[[ROWS:.*]] = affine_map<()[s0] -> (20, s0)>
// CHECK-DAG: #[[COLUMNS:.*]] = affine_map<()[s0] -> (40, s0)>
// CHECK-LABEL: func.func @smooth
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 64, 4, 1>} {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK: %[[I:.*]] = affine.min #[[ROWS]]()
// CHECK: %[[J:.*]] = affine.min #[[COLUMNS]]()
// CHECK: scratch.tile (%{{.*}}, %{{.*}}) = (%[[C0]], %[[C0]]) to (%[[I]], %[[J]]) step (%[[C1]], %[[C1]]) mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK-NOT: scratch.tile
func.func @smooth(%A: memref<?x?x?xf32> {polymem.shape = ["6", "N + 40", "N + 40"]},
                  %n: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  affine.for %t = 0 to 5 {
    %rows = affine.min affine_map<()[s0] -> (s0, 20)>()[%n]
    %columns = affine.min affine_map<()[s0] -> (s0, 40)>()[%n]
    scratch.tile (%bi, %bj) = (%c0, %c0) to (%rows, %columns) step (%c8, %c16) mapping [#gpu.block<y>, #gpu.block<x>] {
      %lasti = affine.min affine_map<()[s0, s1] -> (s1 + 8, s0, 20)>()[%n, %bi]
      %lastj = affine.min affine_map<()[s0, s1] -> (s1 + 16, s0, 40)>()[%n, %bj]
      scratch.tile (%i, %j) = (%bi, %bj) to (%lasti, %lastj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        %a = affine.load %A[%t, symbol(%j), symbol(%i)] : memref<?x?x?xf32>
        %b = affine.load %A[%t, symbol(%i), symbol(%j)] : memref<?x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%t + 1, symbol(%i), symbol(%j)] : memref<?x?x?xf32>
      }
    }
  }
  return
}
