// The size of a dimension, asked for in a loop, took stack memory in each
// iteration: loops of some hundred thousand iterations overflowed it. So did
// the verification of subscripts that polymem-fuzz adds.

// RUN: polymem-opt %s --polymem-to-cpu="schedule=never promote=false" | FileCheck %s
// RUN: polymem-run %s --cpu --check-bounds --sizes=N=1000 --pipeline=polymem-codegen | FileCheck %s --check-prefix=EXEC
// RUN: polymem-fuzz --seed=10008713 --count=1 --pipeline=promote-hull-box | FileCheck %s --check-prefix=FUZZ

// CHECK-LABEL: llvm.func @columns
// CHECK-NOT: llvm.alloca
// EXEC: columns: N=1000
// FUZZ: 1 programs, 1 pipelines, 1 runs, {{.*}}, 0 failures

func.func @columns(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %m = memref.dim %A, %c1 : memref<?x?xf32>
      affine.for %k = 0 to affine_map<()[m] -> (m ceildiv 500)>()[%m] {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = arith.addf %a, %one : f32
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
