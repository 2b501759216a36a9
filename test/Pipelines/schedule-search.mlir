// schedule=search compares orders by the cost model: other tiles in time for a stencil, another fusion for products.
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged schedule=search assume=N=4000,T=100" --remarks-filter=polymem-choose-passes --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx="schedule=search" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: polymem-opt %s --polymem-to-ptx="schedule=search time-tile=never fusion=none" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASKED
//
// The same bits.
// RUN: polymem-run %s --entry=relax --compare --emulate --sizes=N=3,T=2 --sizes=N=50,T=7 --pipeline='polymem-to-emulator{schedule=search assume=N=4000,T=100}'
// RUN: polymem-run %s --entry=two --compare --emulate --sizes=N=0 --sizes=N=37 --pipeline='polymem-to-emulator{schedule=search assume=N=1000}'

// CHECK-DAG: Function=relax {{.*}}alternative {{[5-8]}} of 8
// CHECK-DAG: Function=two {{.*}}8 alternatives make the same function

// PASSES:     polymem-choose-passes
// PASSES-DAG: polymem-schedule{{.*}}fusion=max
// PASSES-DAG: polymem-schedule{{.*}}fusion=smart
// ASKED:      polymem-choose-passes
// ASKED-NOT:  polymem-time-tile
func.func @relax(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %T: index {polymem.param = "T"}) {
  %c0 = arith.constant 0 : index
  %quarter = arith.constant 0.25 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
        %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %b = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %c = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %d = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %e = arith.addf %a, %b : f32
        %f = arith.addf %e, %c : f32
        %g = arith.addf %f, %d : f32
        %h = arith.mulf %g, %quarter : f32
        affine.store %h, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @two(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
               %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
               %C: memref<?x?xf32> {polymem.shape = ["N", "N"]},
               %D: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %D[%i, %j] : memref<?x?xf32>
        %p = arith.addf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %D[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
