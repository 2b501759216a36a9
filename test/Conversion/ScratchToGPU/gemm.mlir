// RUN: polymem-opt %s --convert-scratch-to-gpu --canonicalize --cse | FileCheck %s

// The staged matrix product: C's tile is staged around the loop over k, A's and
// B's inside it.

#bc = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 32)>
#ba = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 16)>
#bb = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 32)>
#ws = #gpu.address_space<workgroup>
#sc = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s3 - 1 >= 0)>
#sa = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, -d1 + s1 + 15 >= 0, -d1 + s3 - 1 >= 0)>
#sb = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s3 - 1 >= 0)>
#min32 = affine_map<()[s0, s1] -> (s0 + 32, s1)>

func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %M: index, %N: index, %K: index, %alpha: f32, %beta: f32) {

// CHECK-LABEL: func @gemm
// CHECK-SAME: (%[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>, %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scf.if
// CHECK: gpu.launch blocks
// CHECK-SAME: in (%{{.*}} = %[[C32]], %{{.*}} = %[[C8]], %{{.*}} = %[[C1]])
// CHECK-SAME: workgroup(%[[BC:.*]] : memref<32x32xf32, #gpu.address_space<workgroup>>, %[[BA:.*]] : memref<32x16xf32, #gpu.address_space<workgroup>>, %[[BB:.*]] : memref<16x32xf32, #gpu.address_space<workgroup>>)
// Each thread copies the elements of C's tile that it computes.
// CHECK-NOT: gpu.barrier
// CHECK: memref.load %[[C]]
// CHECK-NEXT: memref.store %{{.*}}, %[[BC]]
// CHECK-NOT: gpu.barrier
// CHECK: memref.load %[[BC]]
// CHECK: memref.store %{{.*}}, %[[BC]]
// CHECK-NOT: gpu.barrier
// CHECK: scf.for %[[KT:.*]] = %[[C0]] to %[[K]] step %[[C16]] {
// The previous step still reads A's and B's tiles.
// CHECK-NEXT: gpu.barrier
// CHECK: memref.load %[[A]]
// CHECK-NEXT: memref.store %{{.*}}, %[[BA]]
// CHECK-NOT: gpu.barrier
// CHECK: memref.load %[[B]]
// CHECK-NEXT: memref.store %{{.*}}, %[[BB]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[BA]]
// CHECK: memref.load %[[BB]]
// CHECK: memref.load %[[BC]]
// CHECK: memref.store %{{.*}}, %[[BC]]
// CHECK: } else {
// CHECK: memref.store %{{.*}}, %[[BC]]
// CHECK-NOT: gpu.barrier
// CHECK: memref.load %[[BC]]
// CHECK-NEXT: memref.store %{{.*}}, %[[C]]
// CHECK-NOT: gpu.barrier
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %N) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %bC = scratch.alloc(%M, %N)[%i, %j] : memref<?x?xf32, #bc, #ws>
    scratch.copy_in %C to %bC over [#sc](%i, %j, %M, %N) : memref<?x?xf32> to memref<?x?xf32, #bc, #ws>
    %mi = affine.min #min32()[%i, %M]
    %mj = affine.min #min32()[%j, %N]
    scratch.tile (%ii, %jj) = (%i, %j) to (%mi, %mj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %c = affine.load %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
      %x = arith.mulf %c, %beta : f32
      affine.store %x, %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
    }
    scratch.tile (%k) = (%c0) to (%K) step (%c16) {
      %bA = scratch.alloc(%M, %K)[%i, %k] : memref<?x?xf32, #ba, #ws>
      %bB = scratch.alloc(%K, %N)[%k, %j] : memref<?x?xf32, #bb, #ws>
      scratch.copy_in %A to %bA over [#sa](%i, %k, %M, %K) : memref<?x?xf32> to memref<?x?xf32, #ba, #ws>
      scratch.copy_in %B to %bB over [#sb](%k, %j, %K, %N) : memref<?x?xf32> to memref<?x?xf32, #bb, #ws>
      scratch.tile (%ii, %jj) = (%i, %j) to (%mi, %mj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.for %kk = %k to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%k, %K] {
          %a = affine.load %bA[%ii, %kk] : memref<?x?xf32, #ba, #ws>
          %b = affine.load %bB[%kk, %jj] : memref<?x?xf32, #bb, #ws>
          %c = affine.load %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
          %ab = arith.mulf %a, %b : f32
          %t = arith.mulf %ab, %alpha : f32
          %s = arith.addf %c, %t : f32
          affine.store %s, %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
        }
      }
    }
    scratch.copy_out %bC to %C over [#sc](%i, %j, %M, %N) : memref<?x?xf32, #bc, #ws> to memref<?x?xf32>
  }
  return
}
