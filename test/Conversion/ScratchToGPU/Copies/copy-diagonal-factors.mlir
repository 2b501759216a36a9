// RUN: polymem-opt %s --convert-scratch-to-gpu --cse | FileCheck %s
// RUN: polymem-run %s --emulate --compare --check-bounds --uninterpreted --entry=slanted --sizes=N=7 --sizes=N=70 \
// RUN:   --pipeline='polymem-tile{mapping=gpu sizes=32},scratch-promote{promote-all},scratch-pad,convert-scratch-to-gpu' \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME: slanted: N=7: identical
// SAME: slanted: N=70: identical

// Coordinates with factors in equations are not scanned either: not
// 32 * 32 * 32 positions, but 32. (polymem-fuzz, seed 50000739)

// d1 = d2 + 1 = d3 + 2 follow from what 6 divides; d0 is 6 d3 + s0.
#line = affine_set<(d0, d1, d2, d3)[s0] : (d3 * 6 - d0 + s0 == 0, d2 * 6 - d0 + s0 - 6 == 0, d1 * 6 - d0 + s0 - 12 == 0, d3 - s0 >= 0, s0 + 31 - d3 >= 0)>
#cells = #scratch.mapping<(d0, d1, d2, d3)[s0] -> (d3 - s0), extents = ()[s0] -> (32)>

// CHECK-LABEL: func @scan
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: gpu.launch {{.*}} threads(%[[T:[a-z0-9]+]], {{.*}}
// CHECK: arith.cmpi ult, %[[T]], %[[C32]] :
// CHECK: %[[D3:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: %[[D2:.*]] = arith.addi %[[D3]], %[[C1]] : index
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}, %[[D2]], %[[D3]]]
func.func @scan(%A: memref<?x?x?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %s0 = memref.dim %A, %c0 : memref<?x?x?x?xf32>
  %s1 = memref.dim %A, %c1 : memref<?x?x?x?xf32>
  %s2 = memref.dim %A, %c2 : memref<?x?x?x?xf32>
  %s3 = memref.dim %A, %c3 : memref<?x?x?x?xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%s0, %s1, %s2, %s3)[%i] : memref<?x?x?x?xf32, #cells, #gpu.address_space<workgroup>>
    scratch.copy_in %A to %b over [#line](%i) : memref<?x?x?x?xf32> to memref<?x?x?x?xf32, #cells, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[symbol(%i) + 6 * %t, %t + 2, %t + 1, %t] : memref<?x?x?x?xf32, #cells, #gpu.address_space<workgroup>>
      affine.store %x, %A[%t, 0, 0, 0] : memref<?x?x?x?xf32>
    }
  }
  return
}

// 2 d0 = 3 d1: which of the d0 that are scanned are on the line is tested.
func.func @slanted(%A: memref<?x?xf32> {polymem.shape = ["3 * N", "2 * N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[3 * %i, 2 * %i] : memref<?x?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
