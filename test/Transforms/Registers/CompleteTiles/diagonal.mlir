// A loop of one iteration or none tells the points below a diagonal from those above it. A tile with some of the former executes
// all: the loop always has its iteration. Tiles without any are not executed, as before. Of the accumulators, those above the
// diagonal get a value before the first step, one by one.
// RUN: polymem-opt %s --polymem-complete-tiles='block-size=4,4' --remarks-filter=polymem-complete-tiles --remark-policy=all -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t

// REMARK: remark: [Passed] Completed {{.*}} Function=below
// REMARK-NOT: remark

#square = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 16)>
#rows = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0, d1 - s2 >= 0, s2 + 15 - d1 >= 0, s3 - 1 - d1 >= 0)>
#below = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0, d1 - s2 >= 0, s2 + 15 - d1 >= 0, d0 - d1 >= 0)>

// CHECK-DAG: #[[ABOVE:.+]] = affine_set<()[s0, s1] : (-s0 + s1 - 1 >= 0)>
// CHECK-DAG: #[[BELOW:.+]] = affine_set<()[s0, s1] : (s0 - s1 + 15 >= 0)>
// CHECK-DAG: #[[NEXT:.+]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-LABEL: func @below
// CHECK: scratch.tile (%[[I:.+]], %[[J:.+]]) = {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK: %[[C:.+]] = scratch.alloc
// CHECK: scratch.copy_in %{{.*}} to %[[C]] over
// CHECK: scratch.tile (%[[A:[^,]+]], %[[B:[^)]+]]) =
// CHECK-NEXT: affine.if #[[ABOVE]]()[%[[A]], %[[B]]] {
// CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0.000000e+00
// CHECK-NEXT: affine.store %[[ZERO]], %[[C]][%[[A]], %[[B]]]
// CHECK: scratch.tile (%{{[^,]+}}) =
// CHECK: affine.if #[[BELOW]]()[%[[I]], %[[J]]] {
// CHECK-NEXT: scratch.tile (%{{[^,]+}}, %[[TJ:[^)]+]]) = (%[[I]], %[[J]])
// CHECK-NEXT: affine.for %{{.*}} = %[[TJ]] to #[[NEXT]]()[%[[TJ]]] {
func.func @below(%a: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %c: memref<?x?xf32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %a, %c0 : memref<?x?xf32>
  %K = memref.dim %a, %c1 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %M) step (%c16, %c16) mapping [#gpu.block<y>, #gpu.block<x>] {
    %ei = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    %ej = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %j]
    %sc = scratch.alloc()[%i, %j] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
    scratch.copy_in %c to %sc over [#below](%i, %M, %j) : memref<?x?xf32> to memref<16x16xf32, #square, #gpu.address_space<workgroup>>
    scratch.tile (%k) = (%c0) to (%K) step (%c16) {
      %si = scratch.alloc()[%i, %k] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
      %sj = scratch.alloc()[%j, %k] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
      scratch.copy_in %a to %si over [#rows](%i, %M, %k, %K) : memref<?x?xf32> to memref<16x16xf32, #square, #gpu.address_space<workgroup>>
      scratch.copy_in %a to %sj over [#rows](%j, %M, %k, %K) : memref<?x?xf32> to memref<16x16xf32, #square, #gpu.address_space<workgroup>>
      scratch.tile (%ti, %tj) = (%i, %j) to (%ei, %ej) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.for %u = affine_map<(d0) -> (d0)>(%tj) to min affine_map<(d0, d1) -> (d0 + 1, d1 + 1)>(%ti, %tj) {
          affine.for %s = %k to min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%K, %k] {
            %x = affine.load %si[%ti, %s] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
            %y = affine.load %sj[%u, %s] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
            %z = affine.load %sc[%ti, %u] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
            %p = arith.mulf %x, %y : f32
            %q = arith.addf %z, %p : f32
            affine.store %q, %sc[%ti, %u] : memref<16x16xf32, #square, #gpu.address_space<workgroup>>
          }
        }
      }
    }
    scratch.copy_out %sc to %c over [#below](%i, %M, %j) : memref<16x16xf32, #square, #gpu.address_space<workgroup>> to memref<?x?xf32>
  }
  return
}
