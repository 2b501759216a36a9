// RUN: polymem-opt %s --polymem-to-ptx=fusion=smart -o /dev/null 2>&1 >%t.ptx | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | count 0
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-to-emulator --sizes=N=5,T=3 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// Borders are copied in loops of their own in each step: buffers are along whole
// rows, and do not fit for large sizes; apart, which is what happens by default,
// they do.
// CHECK: warning: the buffers of this launch grow with sizes, and a block of 'nvidia-h200' has 232448 bytes for them: they fit up to N = 50;
// CHECK-NOT: warning: the buffers
// EQUAL: heat: N=5 T=3: identical

func.func @heat(%A: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]}, %B: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]}, %T: index {polymem.param = "T"}, %N: index {polymem.param = "N"}) {
  %c = arith.constant 0.125 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<(n) -> (n - 1)>(%N) {
      affine.for %j = 1 to affine_map<(n) -> (n - 1)>(%N) {
        affine.for %k = 1 to affine_map<(n) -> (n - 1)>(%N) {
          %0 = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf32>
          %1 = affine.load %A[%i + 1, %j, %k] : memref<?x?x?xf32>
          %2 = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf32>
          %3 = affine.load %A[%i, %j + 1, %k] : memref<?x?x?xf32>
          %4 = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf32>
          %5 = affine.load %A[%i, %j, %k + 1] : memref<?x?x?xf32>
          %6 = arith.addf %0, %1 : f32
          %7 = arith.addf %2, %3 : f32
          %8 = arith.addf %4, %5 : f32
          %9 = arith.addf %6, %7 : f32
          %10 = arith.addf %9, %8 : f32
          %11 = arith.mulf %10, %c : f32
          affine.store %11, %B[%i, %j, %k] : memref<?x?x?xf32>
        }
      }
    }
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %0 = affine.load %B[1, %j, %k] : memref<?x?x?xf32>
        affine.store %0, %B[0, %j, %k] : memref<?x?x?xf32>
        %1 = affine.load %B[symbol(%N) - 2, %j, %k] : memref<?x?x?xf32>
        affine.store %1, %B[symbol(%N) - 1, %j, %k] : memref<?x?x?xf32>
      }
    }
    affine.for %i = 0 to %N {
      affine.for %k = 0 to %N {
        %0 = affine.load %B[%i, 1, %k] : memref<?x?x?xf32>
        affine.store %0, %B[%i, 0, %k] : memref<?x?x?xf32>
        %1 = affine.load %B[%i, symbol(%N) - 2, %k] : memref<?x?x?xf32>
        affine.store %1, %B[%i, symbol(%N) - 1, %k] : memref<?x?x?xf32>
      }
    }
    affine.for %i = 0 to %N {
      affine.for %j = 0 to %N {
        %0 = affine.load %B[%i, %j, 1] : memref<?x?x?xf32>
        affine.store %0, %B[%i, %j, 0] : memref<?x?x?xf32>
        %1 = affine.load %B[%i, %j, symbol(%N) - 2] : memref<?x?x?xf32>
        affine.store %1, %B[%i, %j, symbol(%N) - 1] : memref<?x?x?xf32>
      }
    }
    affine.for %i = 0 to %N {
      affine.for %j = 0 to %N {
        affine.for %k = 0 to %N {
          %0 = affine.load %B[%i, %j, %k] : memref<?x?x?xf32>
          affine.store %0, %A[%i, %j, %k] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}
