// RUN: polymem-opt %s --scratch-pipeline='stages=4 capacity=100' --remarks-filter=scratch-pipeline --remark-format=emitRemark -split-input-file 2>%t -o %t.with
// RUN: FileCheck %s --input-file %t.with
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: %python %polymem_src/test/Inputs/same-parts.py %t.without %t.with none unknown

// Fewer tiles are in flight if the buffers for more do not fit; where that
// depends on sizes, it is asked before the launch.

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
// REMARK: remark: {{.*}}FewerStages{{.*}}3 tiles are in flight, not 4: buffers for 4 tiles would take 128 of 100 bytes
// CHECK: extents = ()[s0] -> (24)>
// CHECK-LABEL: func @fewer
// CHECK: pipeline = #scratch.pipeline<lead = 2
func.func @fewer(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
      %b = scratch.alloc()[%t] : memref<96xf32, #box, #ws>
      scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box, #ws>
      %end = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%t]
      scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %b[%i] : memref<96xf32, #box, #ws>
        affine.store %x, %B[%i] : memref<96xf32>
      }
    }
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>
// REMARK: remark: {{.*}}Capacity{{.*}}tiles stay one after another: buffers for 4 tiles would take 256 of 100 bytes
// CHECK-LABEL: func @none
// CHECK-NOT: pipeline
func.func @none(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c96) step (%c16) {
      %b = scratch.alloc()[%t] : memref<96xf32, #box, #ws>
      scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box, #ws>
      %end = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%t]
      scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %b[%i] : memref<96xf32, #box, #ws>
        affine.store %x, %B[%i] : memref<96xf32>
      }
    }
  }
  return
}

// -----

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0), extents = ()[s0, s1] -> (s1)>
#own = affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + s1 - 1 >= 0, -d0 + s2 - 1 >= 0)>
// CHECK-LABEL: func @asked
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK: %[[CELLS:.*]] = affine.apply #{{.*}}()[{{.*}}%[[S]]]
// CHECK: arith.minsi %[[CELLS]]
// CHECK: arith.cmpi sle
// CHECK: %[[FITS:.*]] = arith.select
// CHECK: affine.if #{{.*}}()[%[[FITS]]] {
// CHECK: pipeline = #scratch.pipeline<lead = 3
// CHECK: } else {
// CHECK-NOT: pipeline
// CHECK: } {polymem.fits}
func.func @asked(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%s) {
      %b = scratch.alloc(%n)[%t, %s] : memref<?xf32, #box, #ws>
      scratch.copy_in %A to %b over [#own](%t, %s, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
      %end = affine.min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%t, %s, %n]
      scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %b[%i] : memref<?xf32, #box, #ws>
        affine.store %x, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// The length of rows is computed in the launch.

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1), extents = ()[s0, s1] -> (8, s1)>
#own = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s2 - 1 >= 0, d1 >= 0, -d1 + s1 - 1 >= 0)>
// REMARK: remark: {{.*}}UnknownSize{{.*}}whether its launch has room for more is not known before it
// CHECK-LABEL: func @unknown
// CHECK-NOT: pipeline
func.func @unknown(%A: memref<?x64xf32>, %B: memref<?x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%block) = (%c1) to (%c64) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c8) {
      %b = scratch.alloc(%n)[%t, %block] : memref<?x64xf32, #box, #ws>
      scratch.copy_in %A to %b over [#own](%t, %block, %n) : memref<?x64xf32> to memref<?x64xf32, #box, #ws>
      %end = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%t, %n]
      scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %j = 0 to %block {
          %x = affine.load %b[%i, %j] : memref<?x64xf32, #box, #ws>
          affine.store %x, %B[%i, %j] : memref<?x64xf32>
        }
      }
    }
  }
  return
}
