// RUN: polymem-opt %s --polymem-contract-arrays --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-run %s --check --compare --uninterpreted --check-bounds --sizes=N=1,M=4 --sizes=N=4,M=1 --sizes=N=1,M=1 --sizes=N=5,M=7 --pipeline='polymem-contract-arrays,convert-scratch-to-memref' | FileCheck %s --check-prefix=EXECUTED

// A longest common subsequence by diagonals: 2 M - 1 cells are more than the array has
// elements where N is 1. There each element has a cell.
// CHECK: %[[MODULUS:.*]] = arith.subi
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[N:.*]], %[[M:.*]] :
// CHECK: %[[NO:.*]] = arith.cmpi sge, %[[MODULUS]], %[[ELEMENTS]]
// CHECK: %[[STRIDE:.*]] = arith.select %[[NO]], %[[M]], %{{.*}}
// CHECK: %[[CELLS:.*]] = arith.select %[[NO]], %{{.*}}, %{{.*}}
// CHECK: %[[POSITIVE:.*]] = arith.maxsi %[[CELLS]], %{{.*}}
// CHECK: scratch.alloc(%[[N]], %[[M]])[%[[STRIDE]], %[[POSITIVE]]] {shared_cells}

// EXECUTED: lcs_diag: proved
// EXECUTED-COUNT-4: identical
func.func @lcs_diag(%inp: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %out: memref<1xf32> {polymem.shape = ["1"]}, %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  %cst = arith.constant 1.5 : f32
  // expected-remark@below {{2*arg3 - 1 cells, or one for each element where these are fewer; at least}}
  %D = memref.alloc(%N, %M) : memref<?x?xf32>
  affine.for %w = max affine_map<()[] -> (0)>()[] to min affine_map<()[s0, s1] -> (s0 + s1 - 1)>()[%N, %M] {
    affine.for %i = max affine_map<(d0)[s0] -> (0, d0 - s0 + 1)>(%w)[%M] to min affine_map<(d0)[s0] -> (s0, d0 + 1)>(%w)[%N] {
      affine.if affine_set<(d0, d1)[] : (d0 - 1 >= 0, d1 - d0 - 1 >= 0)>(%i, %w)[] {
        %l1 = affine.load %D[%i - 1, %w - %i] : memref<?x?xf32>
        %l1_1 = affine.load %D[%i, %w - %i - 1] : memref<?x?xf32>
        %l1_2 = affine.load %D[%i - 1, %w - %i - 1] : memref<?x?xf32>
        %l1_3 = affine.load %inp[%i, %w - %i] : memref<?x?xf32>
        %s1 = arith.addf %cst, %l1 : f32
        %s1b = arith.mulf %s1, %l1_1 : f32
        %s1c = arith.addf %s1b, %l1_2 : f32
        %s1d = arith.mulf %s1c, %l1_3 : f32
        affine.store %s1d, %D[%i, %w - %i] : memref<?x?xf32>
      }
      affine.if affine_set<(d0)[] : (0 - d0 >= 0)>(%i)[] {
        %l2 = affine.load %inp[%i, %w - %i] : memref<?x?xf32>
        %s2 = arith.addf %cst, %l2 : f32
        affine.store %s2, %D[%i, %w - %i] : memref<?x?xf32>
      }
      affine.if affine_set<(d0, d1)[] : (d0 - 1 >= 0, 0 - d1 + d0 >= 0)>(%i, %w)[] {
        %l3 = affine.load %inp[%i, %w - %i] : memref<?x?xf32>
        %s3 = arith.addf %cst, %l3 : f32
        affine.store %s3, %D[%i, %w - %i] : memref<?x?xf32>
      }
    }
  }
  %l4 = affine.load %D[symbol(%N) - 1, symbol(%M) - 1] : memref<?x?xf32>
  %s4 = arith.addf %cst, %l4 : f32
  affine.store %s4, %out[0] : memref<1xf32>
  memref.dealloc %D : memref<?x?xf32>
  return
}
