// RUN: polymem-opt %s --split-input-file --scratch-expand-pipeline -o %t.with
// RUN: FileCheck %s --input-file %t.with
// RUN: polymem-opt %s --split-input-file -o %t.without
// RUN: %python %polymem_src/test/Inputs/same-parts.py %t.without %t.with others
// RUN: polymem-opt %s --split-input-file --scratch-expand-pipeline --remarks-filter=scratch-expand-pipeline --remark-format=emitRemark 2>&1 >%t | FileCheck %s --check-prefix=REMARK
// REMARK: Expanded {{.*}}2 copies are made 2 tiles ahead
// REMARK: StaysInTile {{.*}}this copy is not made ahead: it is behind other work of its tile, or needs it

// Copies for the first tiles come before them, the others two tiles ahead.

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
#end = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s1 - 1 >= 0)>

// CHECK-DAG: #[[EXISTS:.*]] = affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, s2 - s1 - 1 >= 0)>
// CHECK-DAG: #[[END:.*]] = affine_set<(d0)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s1 - 1 >= 0, s3 - s2 - 1 >= 0)>
// CHECK-DAG: #[[TWO:.*]] = affine_map<()[s0] -> (s0 + 16)>
// CHECK-LABEL: func @two
// CHECK-SAME: %[[LO:[a-z0-9]*]]: index, %[[HI:[a-z0-9]*]]: index
func.func @two(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %lo: index, %hi: index) {
  // CHECK: %[[C8:.*]] = arith.constant 8
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%hi) {shared_cells} : memref<?xf32, #ring>
  %b = scratch.alloc(%hi) {shared_cells} : memref<?xf32, #ring>
  // CHECK: %[[A0:.*]] = scratch.copy_in %{{.*}} over [#[[EXISTS]]](%[[LO]], %[[LO]], %[[HI]])
  // CHECK: %[[E0:.*]] = affine.min #{{.*}}()[%[[LO]], %[[HI]]]
  // CHECK: %[[B0:.*]] = scratch.copy_in %{{.*}} over [#[[END]]](%[[LO]], %[[E0]], %[[LO]], %[[HI]])
  // CHECK: %[[LO1:.*]] = affine.apply #{{.*}}()[%[[LO]]]
  // CHECK: %[[A1:.*]] = scratch.copy_in %{{.*}} over [#[[EXISTS]]](%[[LO1]], %[[LO1]], %[[HI]])
  // CHECK: %[[B1:.*]] = scratch.copy_in
  // CHECK: %{{.*}}:4 = scratch.tile (%[[K:.*]]) = (%[[LO]]) to (%[[HI]]) step (%[[C8]]) iter_tokens(%[[TA:.*]] = %[[A0]], %[[TB:.*]] = %[[B0]], %[[UA:.*]] = %[[A1]], %[[UB:.*]] = %[[B1]]) {
  scratch.tile (%k) = (%lo) to (%hi) step (%c8)
      attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>} {
    // CHECK-NEXT: scratch.wait %[[TA]], %[[TB]]
    // CHECK-NEXT: %[[K2:.*]] = affine.apply #[[TWO]]()[%[[K]]]
    // CHECK-NEXT: %[[A2:.*]] = scratch.copy_in %{{.*}} over [#[[EXISTS]]](%[[K2]], %[[K2]], %[[HI]])
    // CHECK: %[[B2:.*]] = scratch.copy_in
    %end = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %hi]
    scratch.copy_in %A to %a over [#own](%k) : memref<?xf32> to memref<?xf32, #ring>
    scratch.copy_in %B to %b over [#end](%k, %end) : memref<?xf32> to memref<?xf32, #ring>
    // CHECK: affine.for %{{.*}} = %[[K]]
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %hi] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = affine.load %b[%i] : memref<?xf32, #ring>
      %z = arith.addf %x, %y : f32
      affine.store %z, %C[%i] : memref<?xf32>
    }
    // CHECK: scratch.yield %[[UA]], %[[UB]], %[[A2]], %[[B2]]
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>

// No lead is nothing to do; what needs other work of the tile stays.
// CHECK-LABEL: func @others
func.func @others(%A: memref<?xf32>, %C: memref<?xf32>, %lo: index, %hi: index) {
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%hi) {shared_cells} : memref<?xf32, #ring>
  // CHECK-NOT: iter_tokens
  scratch.tile (%k) = (%lo) to (%hi) step (%c8)
      attributes {pipeline = #scratch.pipeline<lead = 0, lag = 0, order = barrier>} {
    scratch.copy_in %A to %a over [#own](%k) : memref<?xf32> to memref<?xf32, #ring>
    %x = affine.load %a[symbol(%k)] : memref<?xf32, #ring>
    affine.store %x, %C[symbol(%k)] : memref<?xf32>
  }
  scratch.tile (%k) = (%lo) to (%hi) step (%c8)
      attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>} {
    %y = affine.load %A[symbol(%k)] : memref<?xf32>
    affine.store %y, %C[symbol(%k)] : memref<?xf32>
    scratch.copy_in %A to %a over [#own](%k) : memref<?xf32> to memref<?xf32, #ring>
    %x = affine.load %a[symbol(%k)] : memref<?xf32, #ring>
    affine.store %x, %C[symbol(%k) + 1] : memref<?xf32>
  }
  return
}
