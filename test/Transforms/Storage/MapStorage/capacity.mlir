// What is promoted beside a buffer depends on how many cells that takes: with two
// rows of it instead of nine there is room for 64 floats more.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage{strict},scratch-promote{capacity=1000}))' | FileCheck %s --check-prefix=MAPPED
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(scratch-promote{capacity=1000}))' \
// RUN:   --remarks-filter=scratch-promote 2>&1 | FileCheck %s --check-prefix=FULL
// Not one byte more.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage{strict},scratch-promote{capacity=895}))' | FileCheck %s --check-prefix=LESS
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage{strict},scratch-promote{capacity=896}))' | FileCheck %s --check-prefix=MAPPED

// MAPPED: scratch.copy_in
// MAPPED: scratch.alloc() {shared_cells} : memref<9x80xf32
// FULL: arg1 stays in global memory: 256 bytes exceed the capacity of 0 bytes
// FULL-NOT: scratch.copy_in
// LESS-NOT: scratch.copy_in
// LESS: scratch.alloc() {shared_cells}
// LESS-NOT: scratch.copy_in

#rows = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (9, 80)>
func.func @steps(%in: memref<?xf32>, %B: memref<64xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
    scratch.tile (%i) = (%c0) to (%c80) step (%c1) mapping [#gpu.thread<x>] {
      %0 = affine.load %in[64 * symbol(%b) + symbol(%i)] : memref<?xf32>
      affine.store %0, %a[0, symbol(%i)] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
    }
    affine.for %t = 1 to 9 {
      %begin = affine.apply affine_map<(d0) -> (d0)>(%t)
      %end = affine.apply affine_map<(d0) -> (80 - d0)>(%t)
      scratch.tile (%i) = (%begin) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %0 = affine.load %a[symbol(%t) - 1, symbol(%i) - 1] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
        %1 = affine.load %a[symbol(%t) - 1, symbol(%i) + 1] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %a[symbol(%t), symbol(%i)] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%c64) step (%c1) mapping [#gpu.thread<x>] {
      %0 = affine.load %a[8, symbol(%i) + 8] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      %r = affine.for %k = 0 to 64 iter_args(%s = %0) -> (f32) {
        %1 = affine.load %B[%k] : memref<64xf32>
        %2 = arith.mulf %s, %1 : f32
        affine.yield %2 : f32
      }
      affine.store %r, %out[64 * symbol(%b) + symbol(%i)] : memref<?xf32>
    }
  }
  return
}
