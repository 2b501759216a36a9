// Each nest gets attributes for the variant that takes the least time, and nothing else changes:
// so few rows become more blocks of fewer rows, whose other threads copy. Tiles read them.
// DEFINE: %{launches} = polymem-tile{mapping=gpu},scratch-promote{memory-space=workgroup},scratch-hoist-copies,convert-scratch-to-gpu,lower-affine,canonicalize,cse
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-choose-sizes{pipeline="%{launches}" assume=M=512,N=64}))' > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: polymem-opt %t.mlir --polymem-tile=mapping=gpu | FileCheck %s --check-prefix=TILES

// CHECK-LABEL: func.func @rows
// CHECK-NOT:     scratch
// CHECK-NOT:     gpu
// CHECK:         affine.for
// CHECK:           affine.for
// CHECK:           } {polymem.block_threads = array<i64: 256, 1, 1>, polymem.tile_defaults = array<i64: [[ROWS:4|8|16]], {{.*}}>}
// CHECK:         } {polymem.block_threads = array<i64: 256, 1, 1>, polymem.tile_defaults = array<i64: [[ROWS]], {{.*}}>}
// CHECK-NOT:     polymem.

// TILES:     step (%c{{4|8|16}})
// TILES:     attributes {polymem.block_threads = array<i64: 256, 1, 1>}
// TILES-NOT: polymem.tile_defaults
func.func @rows(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %q = arith.divf %s, %a : f32
      %t = math.sqrt %q : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  return
}
