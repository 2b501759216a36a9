// RUN: not polymem-opt %s --polymem-tile="mapping=prem" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 block-sizes=4" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 thread-sizes=4" -o /dev/null 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 sizes=arg1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 strict sizes=3,0" | FileCheck %s --check-prefix=SIZES

// MACHINE: error: polymem-tile: option 'mapping=prem' needs a machine of kind 'multicore', such as prem-gu2023, which nvidia-h200 is not
// BLOCKS: error: polymem-tile: options 'block-sizes' and 'chains' do not go with 'mapping=prem'
// THREADS: error: polymem-tile: option 'thread-sizes' needs 'mapping=gpu'
// ARGUMENT: error: polymem-tile: with 'mapping=prem' sizes are numbers, not arguments

// Sizes are for nests without a plan; an attribute replaces them. 0 is all.
// SIZES: prem.plan = #prem.plan<tile = [3, 10], groups = [4, 1]>
// SIZES: prem.plan = #prem.plan<tile = [5], groups = [1]>
// SIZES: prem.plan = #prem.plan<tile = [2, 5], groups = [5, 1]>
func.func @sizes(%A: memref<10x10xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.store %x, %A[%i, %j] : memref<10x10xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.store %x, %A[%i, 0] : memref<10x10xf32>
  } {prem.plan = #prem.plan<tile = [5]>}
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.store %x, %A[%i, %j] : memref<10x10xf32>
    }
  } {polymem.tile_sizes = [2, 5]}
  return
}
