// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-policy=all 2>&1 | FileCheck %s
// RUN: polymem-run %s --compare --sizes=N=1 --sizes=N=2 --sizes=N=28 --pipeline='func.func(polymem-expand-arrays)'

// A branch that no iteration takes has no part in the order of a step, and takes the others' parts from it as little.
// (Found by the fuzzer: all in front of it was left out.)

// CHECK: remark: [Passed] Versioned
// CHECK-LABEL: func @f
// CHECK-COUNT-3: arith.mulf
func.func @f(%A: memref<?x?xf64> {polymem.shape = ["N * 2 + 1", "N + 2"]},
             %B: memref<?x?x?xf64> {polymem.shape = ["N + 2", "N + 1", "N * 2 + 1"]},
             %N: index {polymem.param = "N"}) {
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
    affine.for %j = affine_map<(d0) -> (d0 floordiv 2)>(%i) to %N {
      affine.if affine_set<() : (0 == 0)>() {
        %a = affine.load %A[%j + %i, %i + 2] : memref<?x?xf64>
        %b = arith.mulf %a, %half : f64
        affine.store %b, %A[%j + %i, %i + 2] : memref<?x?xf64>
      } else {
        %a = affine.load %A[%j * 2, %j + 1] : memref<?x?xf64>
        %b = affine.load %B[%i + 2, %i + 1, %i] : memref<?x?x?xf64>
        %c = math.fma %a, %b, %a : f64
        affine.store %c, %B[%j, %j, %j * 2] : memref<?x?x?xf64>
      }
    }
    %d = affine.load %A[%i, %i] : memref<?x?xf64>
    %e = affine.load %A[%i * 2 + 1, symbol(%N)] : memref<?x?xf64>
    %q = arith.divf %d, %e : f64
    %h = arith.mulf %q, %half : f64
    affine.store %h, %A[%i, %i] : memref<?x?xf64>
  }
  return
}
