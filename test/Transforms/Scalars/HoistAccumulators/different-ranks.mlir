// Cells of arrays of different ranks are compared, too: they are different.
// (polymem-fuzz, seed 61000049: a crash)

// RUN: polymem-opt %s --polymem-hoist-accumulators | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=M=0,N=0 --sizes=M=3,N=5 \
// RUN:   --pipeline=polymem-hoist-accumulators | FileCheck %s --check-prefix=SAME
// SAME: f: M=0 N=0: identical
// SAME: f: M=3 N=5: identical

// CHECK-LABEL: @f(
// CHECK: affine.store {{.*}}[0, 0]
// CHECK-NEXT: affine.load {{.*}}[0, 0]
func.func @f(%A: memref<?xbf16> {polymem.shape = ["N + M + 2"]}, %B: memref<?x?xbf16> {polymem.shape = ["N + 1", "N + M + 1"]}, %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  %n = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%N]
  %C = memref.alloc(%n) : memref<?xf64>
  affine.for %i = 0 to 1 {
    %a = affine.load %A[0] : memref<?xbf16>
    affine.store %a, %B[0, 0] : memref<?x?xbf16>
    %b = affine.load %B[0, 0] : memref<?x?xbf16>
    %c = arith.extf %b : bf16 to f64
    affine.store %c, %C[0] : memref<?xf64>
  }
  return
}
