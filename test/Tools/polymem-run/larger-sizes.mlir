// With --uninterpreted, cheap programs run once more at a larger size than was
// asked for: seven times, if that is cheap, in proportion. Sizes at which the
// original fails are left out.

// RUN: not polymem-run %s --compare --uninterpreted --entry=plain --against=short --sizes=N=9,M=3 | FileCheck %s --check-prefix=SHORT
// RUN: polymem-run %s --compare --uninterpreted --entry=plain --against=short --sizes=N=9,M=3 --backwards=false
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --entry=small --sizes=N=9 | FileCheck %s --check-prefix=SMALL

// SHORT: plain against short: M=3 N=9: identical
// SHORT-NEXT: plain against short: M=21 N=63: argument 0 at [40]: expected
func.func @plain(%A: memref<?xf32> {polymem.shape = ["N"]},
                 %B: memref<?xf32> {polymem.shape = ["M"]},
                 %N: index {polymem.param = "N"}) {
  %f = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  return
}
func.func @short(%A: memref<?xf32> {polymem.shape = ["N"]},
                 %B: memref<?xf32> {polymem.shape = ["M"]},
                 %N: index {polymem.param = "N"}) {
  %f = arith.constant 1.0 : f32
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 40)>(%N) {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  affine.for %i = 50 to %N {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  return
}

// SMALL: small: N=9: identical
// SMALL-NOT: small
func.func @small(%A: memref<20xf32>, %N: index {polymem.param = "N"}) {
  %f = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    affine.store %f, %A[%i] : memref<20xf32>
  }
  return
}
