// RUN: polymem-opt %s --convert-scratch-to-gpu --cse | FileCheck %s
// RUN: polymem-run %s --emulate --compare --check-bounds --uninterpreted --entry=both --sizes=N=70 \
// RUN:   --pipeline='polymem-tile{mapping=gpu sizes=32},scratch-promote{promote-all},scratch-pad,convert-scratch-to-gpu' \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME: both: N=70: identical

// What an equation gives as a function of other coordinates is not scanned: of a
// diagonal in four dimensions, 32 elements, not 32^4. (polymem-fuzz, seed
// 10010945)

#diagonal = affine_set<(d0, d1, d2, d3)[s0] : (d3 - d0 - 1 == 0, d2 - d3 + 2 == 0, d1 + d0 - s0 - 40 == 0, d0 - s0 >= 0, s0 + 31 - d0 >= 0)>
#cells = #scratch.mapping<(d0, d1, d2, d3)[s0] -> (d3 - s0), extents = ()[s0] -> (33)>

// CHECK-LABEL: func @scan
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: gpu.launch {{.*}} threads(%[[T:[a-z0-9]+]], {{.*}}
// CHECK: scf.for %[[B:.*]] = {{.*}}
// CHECK-NOT: scf.for
// The last coordinate is scanned, from s0 + 1 on; the others are d3 - 1, s0 + 40 - d0, d3 - 2.
// CHECK: arith.cmpi ult, %[[T]], %[[C32]] :
// CHECK: %[[D3:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: scf.if
// CHECK-NEXT: %[[D0:.*]] = arith.addi %[[T]], %{{.*}} : index
// CHECK: %[[D2:.*]] = arith.subi %[[D0]], %{{.*}} : index
// CHECK: memref.load %{{.*}}[%[[D0]], %{{.*}}, %[[D2]], %[[D3]]]
func.func @scan(%A: memref<99x99x99x99xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc()[%i] : memref<99x99x99x99xf32, #cells, #gpu.address_space<workgroup>>
    scratch.copy_in %A to %b over [#diagonal](%i) : memref<99x99x99x99xf32> to memref<99x99x99x99xf32, #cells, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[%t, 40, %t - 1, %t + 1] : memref<99x99x99x99xf32, #cells, #gpu.address_space<workgroup>>
      affine.store %x, %A[%t, 0, 0, 0] : memref<99x99x99x99xf32>
    }
  }
  return
}

// Threads read what others copied, with and against the diagonal.
func.func @both(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
    %a = affine.load %A[%i, %i] : memref<?x?xf32>
    %b = affine.load %A[%i - 1, %i - 1] : memref<?x?xf32>
    %c = affine.load %A[%i + 1, %i + 1] : memref<?x?xf32>
    %d = affine.load %A[%i, symbol(%N) - %i] : memref<?x?xf32>
    %ab = arith.subf %a, %b : f32
    %abc = arith.subf %ab, %c : f32
    %abcd = arith.subf %abc, %d : f32
    affine.store %abcd, %B[%i] : memref<?xf32>
  }
  return
}
