// Buffers that are as long as a sequential loop inside the tile: the loop is cut into strips
// of the machine's size, each a tile, and its buffers have a constant size. With fit=always
// that is the version for sizes for which the long buffers do not fit.
//
// RUN: polymem-opt %s --scratch-promote="fit=global" --remarks-filter=scratch-promote --remark-format=emitRemark 2>%t.global | FileCheck %s
// RUN: FileCheck %s --check-prefix=GLOBAL < %t.global
// RUN: polymem-opt %s --scratch-promote --remarks-filter=scratch-promote --remark-format=emitRemark 2>%t.always | FileCheck %s --check-prefix=ALWAYS
// RUN: FileCheck %s --check-prefix=REMARK < %t.always
// RUN: polymem-opt %s --scratch-promote="fit=launch" | FileCheck %s --check-prefix=LAUNCH

// CHECK-DAG: #[[END:.*]] = affine_map<()[s0, s1] -> (s0, s1 + 32)>
// CHECK-LABEL: func @product
// CHECK-SAME: (%[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>,
// CHECK-NOT: affine.if
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK: %[[FIRST:.*]] = affine.max
// CHECK: %[[LAST:.*]] = affine.min
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scratch.tile (%[[S:.*]]) = (%[[FIRST]]) to (%[[LAST]]) step (%[[C32]]) {
// CHECK-DAG: scratch.copy_in %[[A]]
// CHECK-DAG: scratch.copy_in %[[B]]
// CHECK-DAG: scratch.copy_in %[[C]]
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NEXT: affine.for %{{.*}} = %[[S]] to min #[[END]]()[%{{.*}}, %[[S]]]
// CHECK: scratch.copy_out {{.*}} to %[[C]]

// GLOBAL: [Passed] Strips {{.*}}Remark="the loop is cut into strips of 32 iterations, each a tile, for which the buffers of arg0, arg1 have a constant size"
// GLOBAL: [Passed] Promoted {{.*}}arg0 kept in a buffer of 32 x 32 elements, 4096 bytes
// GLOBAL-NOT: GrowsWithSizes

// ALWAYS-LABEL: func @product
// ALWAYS: affine.if
// ALWAYS: scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// ALWAYS-NOT: scratch.tile ({{.*}} step (%c32{{.*}}) {
// ALWAYS: } else {
// ALWAYS: scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// ALWAYS: %[[C32:.*]] = arith.constant 32 : index
// ALWAYS: scratch.tile ({{.*}} step (%[[C32]]) {
// ALWAYS-COUNT-3: scratch.copy_in
// ALWAYS: } {polymem.fits}

// REMARK: [Analysis] TwoVersions {{.*}}the buffers of arg0, arg1 do not fit into 232448 bytes, there is a version without them, which accesses global memory or works in strips;
// REMARK: [Passed] Strips {{.*}}where buffers do not fit, the loop is cut

// LAUNCH-LABEL: func @product
// LAUNCH-NOT: affine.if
// LAUNCH-NOT: scratch.tile ({{.*}} step (%c32{{.*}}) {

func.func @product(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %m: index, %n: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%m, %n) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%m, %i]
    %1 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%n, %j]
    scratch.tile (%ii, %jj) = (%i, %j) to (%0, %1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to %l {
        %a = affine.load %A[%ii, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %jj] : memref<?x?xf32>
        %c = affine.load %C[%ii, %jj] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}
