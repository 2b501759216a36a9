// In the first step columns 3 to 7 are used, in later ones all eight: each step gives the cells their values.
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=16 --cse --canonicalize | FileCheck %s
// CHECK: func.func @from_the_third(%[[ARG0:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: scratch.tile (%[[K:.*]]) = (%[[C0]]) to (%{{.*}}) step (%[[C8]]) {
// CHECK-NEXT: %[[A:.*]] = scratch.alloc()
// CHECK-NEXT: scratch.copy_in %[[ARG0]] to %[[A]]
// CHECK-NOT: affine.if
// CHECK: affine.store %[[ZERO]], %[[A]]

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 8)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0)>
#part = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s0 + 31 - d0 >= 0, s1 - 1 - d0 >= 0, d1 - s2 >= 0, s2 + 7 - d1 >= 0, s3 - 1 - d1 >= 0)>

func.func @from_the_third(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %x: memref<?xf32> {polymem.shape = ["M"]}) {
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
        affine.for %j = max affine_map<()[s0] -> (s0, 3)>()[%k] to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %N] {
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
