// The size that a version of a function is made for is the one that its alternatives are compared at.
// RUN: polymem-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(polymem-choose-passes{only-known alternatives='polymem-tile{mapping=gpu sizes=2}|polymem-tile{mapping=gpu sizes=256}' pipeline='convert-scratch-to-gpu,lower-affine'}))" --remarks-filter=polymem-choose-passes --remark-format=emitRemark 2>&1 | FileCheck %s

// CHECK: Function=small | Alternative=1, Alternatives=2
func.func @small(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"})
    attributes {polymem.assumed_size = 128 : i64} {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}

// -----

// CHECK: Function=large | Alternative=2, Alternatives=2
func.func @large(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"})
    attributes {polymem.assumed_size = 100000 : i64} {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
