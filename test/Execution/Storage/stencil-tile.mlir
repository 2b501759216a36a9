// A tile of a stencil in shared memory, a row for each step, takes two rows: the
// threads of a block have no order between barriers. Proved, and the same on the
// emulator, all accesses checked, in several orders; with a modulus one less it is not.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted \
// DEFINE:   --reference-pipeline=convert-scratch-to-memref --sizes=N=1 --sizes=N=5 --emulator-seed=1..8
// RUN: %{run} --pipeline='polymem-mark-origin,polymem-map-storage{strict},polymem-check,convert-scratch-to-gpu{machine=nvidia-h200}' | FileCheck %s --check-prefix=SAME
// SAME-COUNT-16: identical (2 arrays

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage))' \
// RUN:   --remarks-filter=polymem-map-storage -o /dev/null 2>&1 | FileCheck %s
// CHECK: mem0 takes 160 cells instead of 720 where arg2 = 64, by successive-modulo: i0 mod 2, i1 mod 80, 160 cells; at least 156 where

// RUN: not %{run} --pipeline='polymem-map-storage,test-polymem-mutate{fault=shrink-modulus site=0},convert-scratch-to-gpu{machine=nvidia-h200}' | FileCheck %s --check-prefix=MUTANT
// MUTANT: {{expected .*, got|data race}}

// Two rows in the order of a CPU are more than it needs, and fewer than one row and an
// element are too few.
// RUN: %{run} --pipeline='polymem-mark-origin,polymem-map-storage{strict},polymem-check,convert-scratch-to-memref' | FileCheck %s --check-prefix=CPU
// CPU-COUNT-2: identical (2 arrays

#rows = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (9, 80)>
func.func @steps(%in: memref<?xf32> {polymem.shape = ["64 * N + 16"]},
                 %out: memref<?xf32> {polymem.shape = ["64 * N"]},
                 %n: index {polymem.param = "N"}) {
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
        %1 = affine.load %a[symbol(%t) - 1, symbol(%i)] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
        %2 = affine.load %a[symbol(%t) - 1, symbol(%i) + 1] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
        %3 = arith.addf %0, %1 : f32
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %a[symbol(%t), symbol(%i)] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%c64) step (%c1) mapping [#gpu.thread<x>] {
      %0 = affine.load %a[8, symbol(%i) + 8] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      affine.store %0, %out[64 * symbol(%b) + symbol(%i)] : memref<?xf32>
    }
  }
  return
}
