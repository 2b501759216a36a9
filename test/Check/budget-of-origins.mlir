// RUN: polymem-opt %s -o /dev/null --remarks-filter=polymem-check --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-tile{max-isl-operations=50000 sizes=arg4,arg5,arg6},scratch-promote{max-isl-operations=50000 promote-all},scratch-hoist-copies{max-isl-operations=50000},polymem-check{max-isl-operations=2000000}))' 2>&1 | FileCheck %s

// When the budget ends while tiles of run-time size are looked at, nothing is known
// of a set, its number of dimensions neither: the check ends all the same.

// CHECK: not decided: it needs more than 2000000 isl operations
func.func @f(%A0: memref<?x?x?xf32> {polymem.shape = ["N + 5", "M + 5", "N + 5"]},
    %A1: memref<?x?x?xf32> {polymem.shape = ["N + 5", "M + 5", "N + 5"]},
    %N: index {polymem.param = "N"},
    %M: index {polymem.param = "M"}, %T0: index, %T1: index, %T2: index) {
  affine.for %t0 = 0 to 3 {
    affine.for %i1 = 2 to affine_map<()[N, M] -> (N + 2)>()[%N, %M] {
      affine.for %i2 = 2 to affine_map<()[N, M] -> (M + 2)>()[%N, %M] {
        affine.for %i3 = 2 to affine_map<()[N, M] -> (N + 2)>()[%N, %M] {
          %v4 = affine.load %A0[%i1 + 0, %i2 + 0, %i3 + 0] : memref<?x?x?xf32>
          %v5 = affine.load %A1[%i1 + 1, %i2 + 1, %i3 + 0] : memref<?x?x?xf32>
          %v6 = arith.addf %v4, %v5 : f32
          %v7 = affine.load %A1[%i1 - 1, %i2 - 1, %i3 + 1] : memref<?x?x?xf32>
          %v8 = arith.subf %v6, %v7 : f32
          affine.store %v8, %A0[%i1, %i2, %i3] : memref<?x?x?xf32>
        }
      }
    }
    affine.for %i9 = affine_map<(t) -> (t + 2)>(%t0) to affine_map<()[N, M] -> (N + 2)>()[%N, %M] {
      affine.for %i10 = 2 to affine_map<()[N, M] -> (M + 2)>()[%N, %M] {
        affine.for %i11 = 2 to affine_map<()[N, M] -> (N + 2)>()[%N, %M] {
          %v12 = affine.load %A0[%i9 + 1, %i10 + 0, %i11 + 0] : memref<?x?x?xf32>
          %v13 = affine.load %A0[%i9 + 0, %i10 + 0, %i11 + 0] : memref<?x?x?xf32>
          %v14 = arith.addf %v12, %v13 : f32
          affine.store %v14, %A1[%i9, %i10, %i11] : memref<?x?x?xf32>
        }
      }
    }
    affine.for %i15 = 2 to affine_map<()[N, M] -> (N + 2)>()[%N, %M] step 2 {
      affine.for %i16 = 2 to affine_map<()[N, M] -> (M + 2)>()[%N, %M] {
        affine.for %i17 = 2 to affine_map<()[N, M] -> (N + 2)>()[%N, %M] {
          %v18 = affine.load %A1[%i15 + 0, %i16 + 0, %i17 - 1] : memref<?x?x?xf32>
          %v19 = affine.load %A1[%i15 + 0, %i16 + 0, %i17 + 0] : memref<?x?x?xf32>
          %v20 = arith.addf %v18, %v19 : f32
          %v21 = affine.load %A1[%i15 + 2, %i16 + 2, %i17 - 2] : memref<?x?x?xf32>
          %v22 = arith.mulf %v20, %v21 : f32
          affine.store %v22, %A0[%i15, %i16, %i17] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}

