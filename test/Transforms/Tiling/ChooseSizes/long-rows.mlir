// A box in space, of three parallel loops and no other, tries tiles of long rows: fewer transactions are loaded for what
// is around a tile. No others are tried if these save time. A product of matrices, whose sums are a fourth loop, does not.
// DEFINE: %{choose} = polymem-opt %s --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -o /dev/null
// RUN: %{choose} --polymem-to-ptx="emit=staged assume=N=120,M=120 machine=nvidia-h100" 2>&1 | FileCheck %s
// RUN: %{choose} --polymem-to-ptx="emit=staged assume=N=16,M=120 machine=nvidia-h100" 2>&1 | FileCheck %s --check-prefix=SMALL

// CHECK-COUNT-2: Function=box {{.*}}tiles of 256 or 128x8x8, sequential 32, blocks of 32x8: {{.*}}; 2 variants compared
// CHECK: Function=products
// CHECK-NOT: blocks of 32x8
// SMALL: Function=box
// SMALL-NOT: 128x8x8

func.func @box(%A: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]},
               %B: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?x?xf32>
  affine.for %t = 0 to 100 {
    affine.for %i = 1 to affine_map<(d) -> (d - 1)>(%N) {
      affine.for %j = 1 to affine_map<(d) -> (d - 1)>(%N) {
        affine.for %k = 1 to affine_map<(d) -> (d - 1)>(%N) {
          %a = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf32>
          %b = affine.load %A[%i + 1, %j, %k] : memref<?x?x?xf32>
          %c = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf32>
          %d = affine.load %A[%i, %j + 1, %k] : memref<?x?x?xf32>
          %e = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf32>
          %f = affine.load %A[%i, %j, %k + 1] : memref<?x?x?xf32>
          %s0 = arith.addf %a, %b : f32
          %s1 = arith.addf %c, %d : f32
          %s2 = arith.addf %e, %f : f32
          %s3 = arith.addf %s0, %s1 : f32
          %s4 = arith.addf %s3, %s2 : f32
          affine.store %s4, %B[%i, %j, %k] : memref<?x?x?xf32>
        }
      }
    }
    affine.for %i = 1 to affine_map<(d) -> (d - 1)>(%N) {
      affine.for %j = 1 to affine_map<(d) -> (d - 1)>(%N) {
        affine.for %k = 1 to affine_map<(d) -> (d - 1)>(%N) {
          %a = affine.load %B[%i - 1, %j, %k] : memref<?x?x?xf32>
          %b = affine.load %B[%i + 1, %j, %k] : memref<?x?x?xf32>
          %c = affine.load %B[%i, %j - 1, %k] : memref<?x?x?xf32>
          %d = affine.load %B[%i, %j + 1, %k] : memref<?x?x?xf32>
          %e = affine.load %B[%i, %j, %k - 1] : memref<?x?x?xf32>
          %f = affine.load %B[%i, %j, %k + 1] : memref<?x?x?xf32>
          %s0 = arith.addf %a, %b : f32
          %s1 = arith.addf %c, %d : f32
          %s2 = arith.addf %e, %f : f32
          %s3 = arith.addf %s0, %s1 : f32
          %s4 = arith.addf %s3, %s2 : f32
          affine.store %s4, %A[%i, %j, %k] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}

func.func @products(%A: memref<?x?x?xf32> {polymem.shape = ["M", "M", "M"]},
                    %B: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                    %C: memref<?x?x?xf32> {polymem.shape = ["M", "M", "M"]}) {
  %c0 = arith.constant 0 : index
  %M = memref.dim %B, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %M {
        affine.for %l = 0 to %M {
          %a = affine.load %A[%i, %j, %l] : memref<?x?x?xf32>
          %b = affine.load %B[%l, %k] : memref<?x?xf32>
          %c = affine.load %C[%i, %j, %k] : memref<?x?x?xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%i, %j, %k] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}
