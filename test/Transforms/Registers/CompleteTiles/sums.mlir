// Sums of rows, 32 of a block of 16 threads: the block at the border sums as many, of elements that were given the value
// zero once (rows of %a, of a step) or before the steps (what is added to).
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=16 --cse --canonicalize | FileCheck %s
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=16 -o /dev/null --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: sums.mlir:[[#TILE:]]:7: remark: [Passed] Completed {{.*}} Function=sums | Iterations=32, Remark="partial tiles are executed as full ones, of 32 iterations along dimensions that were cut"

// Who has one iteration has nothing to gain.
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=32 --cse --canonicalize | FileCheck %s --check-prefix=ONE
// ONE: affine.min
// ONE-NOT: arith.constant 0.0

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: memref<?x?xf32>{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: memref<?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: scratch.tile (%[[I:.*]]) = (%[[C0]]) to (%[[M:.*]]) step (%[[C32]]) mapping [#gpu.block<x>]
// CHECK-NEXT: %[[S:.*]] = scratch.alloc()[%[[I]]]
// CHECK-NEXT: scratch.copy_in %[[ARG1]] to %[[S]]
// CHECK: scratch.tile (%[[X:.*]]) = (%[[M]]) to (%{{.*}}) step (%[[C1]]) mapping [#gpu.thread<x>] {
// CHECK-NEXT: affine.store %[[ZERO]], %[[S]][symbol(%[[X]])]
// CHECK: scratch.tile (%[[K:.*]]) = (%[[C0]]) to (%{{.*}}) step (%[[C8]]) {
// CHECK-NEXT: %[[A:.*]] = scratch.alloc()[%[[I]], %[[K]]]
// CHECK-NEXT: scratch.copy_in %[[ARG0]] to %[[A]]
// CHECK-NEXT: affine.if #[[FIRST:.*]]()[%[[K]]] {
// CHECK: scratch.tile (%[[Y:.*]]) = (%[[K]]) to (%{{.*}}) step (%[[C1]]) mapping [#gpu.thread<x>] {
// CHECK-NEXT: affine.for %[[X:.*]] = %[[M]] to #{{.*}}()[%[[I]]] {
// CHECK-NEXT: affine.store %[[ZERO]], %[[A]][%[[X]], symbol(%[[Y]])]
// CHECK: %[[END:.*]] = affine.apply #{{.*}}()[%[[I]]]
// CHECK-NEXT: scratch.tile (%{{.*}}) = (%[[I]]) to (%[[END]]) step (%[[C1]]) mapping [#gpu.thread<x>] {
// CHECK-NEXT: affine.for
// CHECK: scratch.copy_out %[[S]] to %[[ARG1]]

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 8)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0)>
#part = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0, d1 - s2 >= 0, s2 + 7 - d1 >= 0, s3 - 1 - d1 >= 0)>

func.func @sums(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %x: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c32) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<32xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<32xf32, #row, #gpu.address_space<workgroup>>
    scratch.tile (%k) = (%c0) to (%N) step (%c8) {
      %a = scratch.alloc()[%i, %k] : memref<32x8xf32, #box, #gpu.address_space<workgroup>>
      scratch.copy_in %A to %a over [#part](%i, %M, %k, %N) : memref<?x?xf32> to memref<32x8xf32, #box, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %j = affine_map<()[s0] -> (s0)>()[%k] to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %N] {
          %v = affine.load %a[%t, %j] : memref<32x8xf32, #box, #gpu.address_space<workgroup>>
          %u = affine.load %s[%t] : memref<32xf32, #row, #gpu.address_space<workgroup>>
          %w = arith.addf %u, %v : f32
          affine.store %w, %s[%t] : memref<32xf32, #row, #gpu.address_space<workgroup>>
        }
      }
    }
    scratch.copy_out %s to %x over [#rows](%i, %M) : memref<32xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  return
}
