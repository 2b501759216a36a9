// RUN: polymem-opt %s --scratch-pipeline='stages=3 print-plan' 2>%t.plan | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN --input-file %t.plan
// RUN: polymem-opt %s --scratch-pipeline='stages=2 order=duplex' | FileCheck %s --check-prefix=TWO
// RUN: polymem-opt %s --scratch-pipeline=stages=1 | FileCheck %s --check-prefix=ONE
// RUN: polymem-opt %s --scratch-pipeline=stages=3 --remarks-filter=scratch-pipeline --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Buffers move out of the tile, with cells for all tiles in flight.

// PLAN: // scratch-pipeline: @matrices: #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, (d1 - s1) mod 12), extents = ()[s0, s1] -> (8, 12)>
// REMARK: Buffer {{.*}}3 tiles take 12 cells in turn in dimension 1

#a = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (8, 4)>
#b = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (4, 8)>
#own_a = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s1 - 1 >= 0, -d0 + s0 + 7 >= 0, d1 - s2 >= 0, -d1 + s3 - 1 >= 0, -d1 + s2 + 3 >= 0)>
#own_b = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s2 >= 0, -d0 + s3 - 1 >= 0, -d0 + s2 + 3 >= 0, d1 - s1 >= 0, -d1 + s1 + 7 >= 0, -d1 + s0 - 1 >= 0)>
#rows = affine_map<()[s0, s1] -> (s0 + 8, s1)>
#step = affine_map<()[s0, s1] -> (s0 + 4, s1)>

// CHECK-DAG: #[[A:.*]] = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, (d1 - s1) mod 12), extents = ()[s0, s1] -> (8, 12)>
// CHECK-DAG: #[[B:.*]] = #scratch.mapping<(d0, d1)[s0, s1] -> ((d0 - s0) mod 12, d1 - s1), extents = ()[s0, s1] -> (12, 8)>
// TWO-DAG: mod 8), extents = ()[s0, s1] -> (8, 8)>
// ONE-NOT: {{ mod }}
// ONE-NOT: pipeline
// CHECK-LABEL: func @matrices
func.func @matrices(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %i: index, %j: index, %m: index, %n: index, %k: index) {
  %c4 = arith.constant 4 : index
  // CHECK: %[[C0:.*]] = arith.constant 0
  %c0 = arith.constant 0 : index
  // CHECK: %[[BUFFER:.*]] = scratch.alloc(%{{.*}}, %{{.*}})[%{{.*}}, %[[C0]]] {shared_cells} : memref<?x?xf32, #[[A]]>
  // CHECK: scratch.alloc(%{{.*}}, %{{.*}})[%[[C0]], %{{.*}}] {shared_cells} : memref<?x?xf32, #[[B]]>
  // CHECK-NEXT: scratch.tile (%[[K:.*]]) = (%[[C0]]) to
  // CHECK-SAME: attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>}
  // TWO: attributes {pipeline = #scratch.pipeline<lead = 1, lag = 0, order = duplex>}
  scratch.tile (%o) = (%c0) to (%k) step (%c4) {
    // CHECK-NOT: scratch.alloc
    %a = scratch.alloc(%m, %k)[%i, %o] : memref<?x?xf32, #a>
    %b = scratch.alloc(%k, %n)[%o, %j] : memref<?x?xf32, #b>
    // CHECK-NEXT: scratch.copy_in %{{.*}} to %[[BUFFER]] over [#{{.*}}](%{{.*}}, %{{.*}}, %[[K]], %{{.*}})
    scratch.copy_in %A to %a over [#own_a](%i, %m, %o, %k) : memref<?x?xf32> to memref<?x?xf32, #a>
    scratch.copy_in %B to %b over [#own_b](%n, %j, %o, %k) : memref<?x?xf32> to memref<?x?xf32, #b>
    affine.for %ii = %i to min #rows()[%i, %m] {
      affine.for %jj = %j to min #rows()[%j, %n] {
        affine.for %kk = %o to min #step()[%o, %k] {
          // CHECK: affine.load %[[BUFFER]]
          %x = affine.load %a[%ii, %kk] : memref<?x?xf32, #a>
          %y = affine.load %b[%kk, %jj] : memref<?x?xf32, #b>
          %z = affine.load %C[%ii, %jj] : memref<?x?xf32>
          %xy = arith.mulf %x, %y : f32
          %s = arith.addf %z, %xy : f32
          affine.store %s, %C[%ii, %jj] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// Sizes of tiles at run time: the modulus is one, too. What the tile copies may
// be computed from its origin.

#ring = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0), extents = ()[s0, s1] -> (s1)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s1 - 1 >= 0)>
#end = affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>

// CHECK-LABEL: func @at_run_time
// CHECK: scratch.alloc(%{{.*}})[%[[FIRST:.*]], %[[S:.*]], %[[S]]] {shared_cells} : memref<?xf32, #[[RING:.*]]>
// CHECK: scratch.tile (%{{.*}}) = (%[[FIRST]]) to (%{{.*}}) step (%[[S]])
func.func @at_run_time(%A: memref<?xf32>, %B: memref<?xf32>, %first: index, %n: index, %s: index) {
  scratch.tile (%o) = (%first) to (%n) step (%s) {
    %a = scratch.alloc(%n)[%o, %s] : memref<?xf32, #ring>
    %end = affine.min #end()[%o, %s, %n]
    scratch.copy_in %A to %a over [#own](%o, %end) : memref<?xf32> to memref<?xf32, #ring>
    affine.for %i = %o to min #end()[%o, %s, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      affine.store %x, %B[%i] : memref<?xf32>
    }
  }
  return
}

// A buffer that is stored, too: no tile stores what another one loads.

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#eight = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>

// CHECK-LABEL: func @in_place
// CHECK: {shared_cells}
// CHECK: pipeline
func.func @in_place(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%o) = (%c0) to (%c64) step (%c8) {
    %a = scratch.alloc()[%o] : memref<64xf32, #row>
    scratch.copy_in %A to %a over [#eight](%o) : memref<64xf32> to memref<64xf32, #row>
    affine.for %i = %o to affine_map<()[s0] -> (s0 + 8)>()[%o] {
      %x = affine.load %a[%i] : memref<64xf32, #row>
      %y = arith.addf %x, %x : f32
      affine.store %y, %a[%i] : memref<64xf32, #row>
    }
    scratch.copy_out %a to %A over [#eight](%o) : memref<64xf32, #row> to memref<64xf32>
  }
  return
}
