// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage))' --split-input-file \
// RUN:   --remarks-filter=polymem-map-storage --remark-format=emitRemark -verify-diagnostics=only-expected | FileCheck %s
// Subscripts that need no modulo do not become larger for the sake of a mask.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage{powers-of-two}))' --split-input-file \
// RUN:   --remarks-filter=polymem-map-storage --remark-format=emitRemark -verify-diagnostics=only-expected | FileCheck %s

// Elements are kept from copy to copy: a row is read by what computes the next.
// Which elements may share a cell depends on what runs it.

#rows = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (9, 80)>

// A loop, in order: one row, and no modulo, for the subscript is in range.
// CHECK: #[[SEQUENTIAL:.*]] = #scratch.mapping<(d0, d1) -> (-d0 + d1), extents = () -> (80)>
// CHECK-LABEL: func @sequential
// CHECK: scratch.alloc() {shared_cells} : memref<9x80xf32, #[[SEQUENTIAL]], #gpu.address_space<workgroup>>
// CHECK: scratch.copy_in %{{.*}} to %{{.*}} : memref<9x80xf32> to memref<9x80xf32, #[[SEQUENTIAL]]
func.func @sequential(%A: memref<9x80xf32>) {
  // expected-remark@below {{mem0 takes 80 cells instead of 720, by hyperplanes: (-i0 + i1) mod 80, 80 cells; at least 80}}
  %a = scratch.alloc() : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
  scratch.copy_in %A to %a over [affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 79 >= 0)>]() : memref<9x80xf32> to memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
  affine.for %t = 1 to 9 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (80 - d0)>(%t) {
      %0 = affine.load %a[%t - 1, %i - 1] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      %1 = affine.load %a[%t - 1, %i + 1] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%t, %i] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
    }
  }
  scratch.copy_out %a to %A over [affine_set<(d0, d1) : (d0 - 8 == 0, d1 - 8 >= 0, -d1 + 71 >= 0)>]() : memref<9x80xf32, #rows, #gpu.address_space<workgroup>> to memref<9x80xf32>
  return
}

// -----

#rows = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (9, 80)>

// Threads: two rows in turn. 158 cells would need a division, and in 159 without any
// modulo neighbours would be two cells apart.
// CHECK: #[[THREADS:.*]] = #scratch.mapping<(d0, d1) -> (d0 mod 2, d1), extents = () -> (2, 80)>
// CHECK-LABEL: func @threads
// CHECK: scratch.alloc() {shared_cells} : memref<9x80xf32, #[[THREADS]], #gpu.address_space<workgroup>>
func.func @threads(%A: memref<9x80xf32>) {
  %c1 = arith.constant 1 : index
  // expected-remark@below {{mem0 takes 160 cells instead of 720, by successive-modulo: i0 mod 2, i1 mod 80, 160 cells; at least 154}}
  %a = scratch.alloc() : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
  scratch.copy_in %A to %a over [affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 79 >= 0)>]() : memref<9x80xf32> to memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
  affine.for %t = 1 to 9 {
    %end = affine.apply affine_map<(d0) -> (80 - d0)>(%t)
    scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      %0 = affine.load %a[symbol(%t) - 1, symbol(%i) - 1] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      %1 = affine.load %a[symbol(%t) - 1, symbol(%i) + 1] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[symbol(%t), symbol(%i)] : memref<9x80xf32, #rows, #gpu.address_space<workgroup>>
    }
  }
  scratch.copy_out %a to %A over [affine_set<(d0, d1) : (d0 - 8 == 0, d1 - 8 >= 0, -d1 + 71 >= 0)>]() : memref<9x80xf32, #rows, #gpu.address_space<workgroup>> to memref<9x80xf32>
  return
}

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage{slack=0}))' --split-input-file \
// RUN:   | FileCheck %s --check-prefix=LEAST
// LEAST: #scratch.mapping<(d0, d1) -> (-d0 + d1), extents = () -> (80)>
// LEAST: #scratch.mapping<(d0, d1) -> ((d0 * 79 + d1) mod 158), extents = () -> (158)>
