// The array of a block becomes a buffer with a copy for each iteration of the tile;
// all of them shrink, to a size that is the same for all sizes of the program.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=gpu},polymem-map-storage))' | FileCheck %s
// CHECK: #[[MAP:.*]] = #scratch.mapping<(d0, d1, d2) -> (d0, -d1 + d2), extents = () -> (8, 66)>
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.alloc() {shared_cells} : memref<8x9x66xf32, #[[MAP]], #gpu.address_space<workgroup>>

// RUN: polymem-run %s --compare --sizes=N=5 --sizes=N=19 --sizes=N=0 --emulator-seed=1..3 \
// RUN:   --pipeline='polymem-mark-origin,polymem-tile{mapping=gpu},polymem-map-storage{strict},scratch-promote{machine=nvidia-h200},polymem-check,convert-scratch-to-gpu{machine=nvidia-h200}'
func.func @steps(%in: memref<?x66xf32> {polymem.shape = ["N","66"]}, %out: memref<?x50xf32> {polymem.shape = ["N","50"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %in, %c0 : memref<?x66xf32>
  affine.parallel (%b) = (0) to (%n) {
    %a = memref.alloca() : memref<9x66xf32>
    affine.for %i = 0 to 66 {
      %0 = affine.load %in[%b, %i] : memref<?x66xf32>
      affine.store %0, %a[0, %i] : memref<9x66xf32>
    }
    affine.for %t = 1 to 9 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (66 - d0)>(%t) {
        %0 = affine.load %a[%t - 1, %i - 1] : memref<9x66xf32>
        %1 = affine.load %a[%t - 1, %i] : memref<9x66xf32>
        %2 = affine.load %a[%t - 1, %i + 1] : memref<9x66xf32>
        %3 = arith.addf %0, %1 : f32
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %a[%t, %i] : memref<9x66xf32>
      }
    }
    affine.for %i = 8 to 58 {
      %0 = affine.load %a[8, %i] : memref<9x66xf32>
      affine.store %0, %out[%b, %i - 8] : memref<?x50xf32>
    }
  }
  return
}
