// reverse-mapped runs the mapped dimensions of a tile backwards, others
// forwards: a loop that is not parallel gives another result, one that is does
// not.

// DEFINE: %{run} = polymem-run %s --check=report --compare --check-bounds \
// DEFINE:   --reference-pipeline=convert-scratch-to-memref --pipeline='convert-scratch-to-memref{reverse-mapped}'

// RUN: %{run} --entry=parallel --sizes=N=11,M=4 --sizes=N=3,M=0 --sizes=N=0,M=3
// RUN: not %{run} --entry=sequential --sizes=N=11 | FileCheck %s
// CHECK: sequential: N=11: argument 0 at [8]: expected

// Only j is mapped; the sum over i is in order.
func.func @parallel(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%N, %M) step (%c3, %c1) mapping [none, #gpu.block<x>] {
    affine.for %ii = %i to min affine_map<()[i, N] -> (i + 3, N)>()[%i, %N] {
      %a = affine.load %A[%ii, %j] : memref<?x?xf32>
      %b = affine.load %B[%j] : memref<?xf32>
      %c = arith.subf %a, %b : f32
      affine.store %c, %B[%j] : memref<?xf32>
    }
  }
  return
}

func.func @sequential(%A: memref<?xf32> {polymem.shape = ["N + 4"]}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n4 = memref.dim %A, %c0 : memref<?xf32>
  %N = arith.subi %n4, %c4 : index
  scratch.tile (%i) = (%c0) to (%N) step (%c4) mapping [#gpu.block<x>] {
    affine.for %ii = %i to min affine_map<()[i, N] -> (i + 4, N)>()[%i, %N] {
      %a = affine.load %A[%ii] : memref<?xf32>
      affine.store %a, %A[%ii + 4] : memref<?xf32>
    }
  }
  return
}
