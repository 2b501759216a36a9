// Buffers of tiles with sizes that are given at run time are made once, whatever the option says:
// who gives the sizes can give smaller ones.
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=arg2,arg3" --scratch-promote | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=arg2,arg3" --scratch-promote=fit=global | FileCheck %s

// CHECK-LABEL:       func.func @sum
// CHECK-NOT:         affine.if
// CHECK-COUNT-1:     scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK:             scratch.alloc
// CHECK-NOT:         mapping [#gpu.block<x>]
func.func @sum(%A: memref<?x?xf32>, %y: memref<?xf32>, %T0: index, %T1: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  return
}
