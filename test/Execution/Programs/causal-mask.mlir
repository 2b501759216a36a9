// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s --allow-empty
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-to-emulator --sizes=N=40 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// A condition on two loops: nothing to complain about.
// CHECK-NOT: warning
// EQUAL: causal: N=40: identical

func.func @causal(%Q: memref<?x64xf32> {polymem.shape = ["N", 64]}, %K: memref<?x64xf32> {polymem.shape = ["N", 64]}, %S: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %N: index {polymem.param = "N"}) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.if affine_set<(i, j) : (i - j >= 0)>(%i, %j) {
        %sum = affine.for %k = 0 to 64 iter_args(%s = %zero) -> f32 {
          %q = affine.load %Q[%i, %k] : memref<?x64xf32>
          %v = affine.load %K[%j, %k] : memref<?x64xf32>
          %p = arith.mulf %q, %v : f32
          %n = arith.addf %s, %p : f32
          affine.yield %n : f32
        }
        affine.store %sum, %S[%i, %j] : memref<?x?xf32>
      } else {
        affine.store %ninf, %S[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
