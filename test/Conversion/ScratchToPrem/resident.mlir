// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=20,0 machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict}))' | FileCheck %s

// All segments read the same elements of %x: one buffer, loaded once.

// CHECK-DAG: prem.stream ro resident %{{.*}} origin (d0) -> (0) load #prem.box<lower = [(d0) -> (0)], upper = [(d0) -> (40)]> (%{{.*}}) : memref<40xf32> to memref<40xf32>
// CHECK-DAG: prem.stream wo stream %{{.*}} : memref<60xf32> to memref<20xf32>

func.func @mv(%A: memref<60x40xf32>, %x: memref<40xf32>, %y: memref<60xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 40 {
      affine.if affine_set<(d0) : (d0 == 0)>(%j) {
        affine.store %zero, %y[%i] : memref<60xf32>
      }
      %a = affine.load %A[%i, %j] : memref<60x40xf32>
      %b = affine.load %x[%j] : memref<40xf32>
      %c = affine.load %y[%i] : memref<60xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<60xf32>
    }
  }
  return
}
