// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=20,10 machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict}))' | FileCheck %s

// The first segment of a row's sums begins them: they are stored, and never
// loaded.

// CHECK: prem.stream wo stream %{{.*}} origin (d0, d1) -> (d0 * 20) store #prem.box<lower = [(d0, d1) -> (d0 * 20)], upper = [(d0, d1) -> (d0 * 20 + 20)]> (

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
