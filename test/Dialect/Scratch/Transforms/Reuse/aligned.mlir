// RUN: polymem-opt %s --split-input-file --scratch-promote=promote-all --scratch-reuse=print-sets -o %t.with --remarks-filter=scratch-reuse --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --split-input-file --scratch-promote=promote-all -o %t.without
// RUN: %python %polymem_src/test/Inputs/same-parts.py %t.without %t.with halo_at_run_time

// Instances of the first loop are in more tiles than a tile has origins: the
// sets are those of tiles that are executed, and need a constant size.

// CHECK-DAG: // scratch-reuse: @halo
// CHECK-DAG: 10 cells, tiles that are executed
// CHECK-DAG: remark: [Missed] NotAnywhere {{.*}}Function=halo_at_run_time {{.*}}tiles of a size that is not constant may not begin anywhere
func.func @halo(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    affine.for %i = %t to affine_map<(d0) -> (d0 + 10)>(%t) {
      %a = affine.load %A[%i] : memref<98xf32>
      affine.store %a, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

func.func @halo_at_run_time(%A: memref<98xf32>, %B: memref<98xf32>, %s: index) {
  %c0 = arith.constant 0 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%s) {
    affine.for %i = %t to min affine_map<()[s0, s1] -> (s0 + s1 + 2, 98)>()[%t, %s] {
      %a = affine.load %A[%i] : memref<98xf32>
      affine.store %a, %B[%i] : memref<98xf32>
    }
  }
  return
}
