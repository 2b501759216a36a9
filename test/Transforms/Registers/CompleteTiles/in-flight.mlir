// Two tiles of eight columns are in flight, from column 4 on: behind the border, the rows of all 16 cells in turn get the value
// zero, once, and a tile sums what is in the cells of its columns.
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=16 --cse --canonicalize | FileCheck %s
// CHECK-DAG: #[[RING:.*]] = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, (d1 - s1) mod 16)
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C20:.*]] = arith.constant 20 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: scratch.tile (%[[I:.*]]) = (%[[C0]]) to (%[[M:.*]]) step (%[[C32]]) mapping [#gpu.block<x>]
// CHECK: %[[A:.*]] = scratch.alloc()[%[[I]], %[[C4]]] {shared_cells} : memref<32x16xf32, #[[RING]]
// CHECK: scratch.tile (%[[Y:.*]]) = (%[[C4]]) to (%[[C20]]) step (%[[C1]]) mapping [#gpu.thread<x>] {
// CHECK-NEXT: affine.for %[[X:.*]] = %[[M]] to #{{.*}}()[%[[I]]] {
// CHECK-NEXT: affine.store %[[ZERO]], %[[A]][%[[X]], symbol(%[[Y]])]
// CHECK: scratch.tile (%[[K:.*]]) = (%[[C4]]) to (%{{.*}}) step (%[[C8]]) attributes {pipeline
// CHECK-NEXT: scratch.copy_in %[[ARG0]] to %[[A]]
// CHECK-NOT: arith.constant
// CHECK-NOT: affine.if
// CHECK: %[[END:.*]] = affine.apply #{{.*}}()[%[[I]]]
// CHECK-NEXT: scratch.tile (%{{.*}}) = (%[[I]]) to (%[[END]]) step (%[[C1]]) mapping [#gpu.thread<x>] {

// It is the same program, also with tiles in flight. (What is behind the border reads column 20 where column 4 got its value.)
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-complete-tiles{block-size=16}),polymem-check{strict print})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED
// PROVED: storage: proved
// PROVED: asynchrony: proved

// Nothing is read that nobody wrote or waited for, and no one stores what others access.
// DEFINE: %{run} = polymem-run %s --emulate --emulator-seed=1..4 --sizes=M=0,N=9 --sizes=M=33,N=3 --sizes=M=40,N=9 --sizes=M=64,N=40 --sizes=M=1,N=50
// RUN: %{run} --async=late --pipeline='polymem-complete-tiles{block-size=16},scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}' | FileCheck %s --check-prefix=RAN --implicit-check-not=uninitialised --implicit-check-not=race
// RUN: %{run} --pipeline='polymem-complete-tiles{block-size=16},convert-scratch-to-gpu' | FileCheck %s --check-prefix=RAN --implicit-check-not=uninitialised --implicit-check-not=race
// RAN-COUNT-20: ran

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#ring = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, (d1 - s1) mod 16), extents = ()[s0, s1] -> (32, 16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0)>
#part = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0, d1 - s2 >= 0, s2 + 7 - d1 >= 0, s3 - 1 - d1 >= 0)>

func.func @sums(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %x: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c32) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %i]
    %s = scratch.alloc()[%i] : memref<32xf32, #row, #gpu.address_space<workgroup>>
    scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<32xf32, #row, #gpu.address_space<workgroup>>
    %a = scratch.alloc()[%i, %c4] {shared_cells} : memref<32x16xf32, #ring, #gpu.address_space<workgroup>>
    scratch.tile (%k) = (%c4) to (%N) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 1, lag = 0, order = barrier>} {
      scratch.copy_in %A to %a over [#part](%i, %M, %k, %N) : memref<?x?xf32> to memref<32x16xf32, #ring, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %j = affine_map<()[s0] -> (s0)>()[%k] to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %N] {
          %v = affine.load %a[%t, %j] : memref<32x16xf32, #ring, #gpu.address_space<workgroup>>
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
