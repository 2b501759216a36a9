// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=prem machine=prem-gu2023 strict},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default}))' | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=prem machine=prem-gu2023 strict},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict}))' | FileCheck %s --check-prefix=PREM

// What is below the diagonal, and the diagonal, have no element in common, but
// the box around the one has all but an end of the other one: with two buffers,
// a stored box would undo what the other one stores. A multicore gets one
// buffer where one box has no more cells than two.

// CHECK-LABEL: func.func @cholesky
// CHECK: scratch.alloc
// CHECK-NOT: scratch.alloc
// CHECK: return
// PREM: prem.stream rw
// PREM-NOT: prem.stream
// PREM: return
func.func @cholesky(%A: memref<9x9xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a = affine.load %A[%i, %j] : memref<9x9xf32>
        %b = affine.load %A[%i, %k] : memref<9x9xf32>
        %c = affine.load %A[%j, %k] : memref<9x9xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %a, %p : f32
        affine.store %s, %A[%i, %j] : memref<9x9xf32>
      }
      %a = affine.load %A[%i, %j] : memref<9x9xf32>
      %d = affine.load %A[%j, %j] : memref<9x9xf32>
      %q = arith.divf %a, %d : f32
      affine.store %q, %A[%i, %j] : memref<9x9xf32>
    }
    %d = affine.load %A[%i, %i] : memref<9x9xf32>
    %s = arith.addf %d, %d : f32
    affine.store %s, %A[%i, %i] : memref<9x9xf32>
  }
  return
}
