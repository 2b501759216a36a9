// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=20 machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict}))' | FileCheck %s

// A segment needs the last element of the one before it, which its buffer does
// not have: one buffer, of which another part is stored than is loaded.

// CHECK: prem.stream rw serial %{{.*}} origin (d0) -> (d0 * 20)
// CHECK-SAME: load #prem.box<lower = [(d0) -> (d0 * 20)], upper = [(d0) -> (d0 * 20 + 21, 100)]>
// CHECK-SAME: store #prem.box<lower = [(d0) -> (d0 * 20 + 1)], upper = [(d0) -> (d0 * 20 + 21, 100)]>

func.func @scan(%a: memref<100xf32>) {
  affine.for %i = 1 to 100 {
    %p = affine.load %a[%i - 1] : memref<100xf32>
    %q = affine.load %a[%i] : memref<100xf32>
    %s = arith.addf %p, %q : f32
    affine.store %s, %a[%i] : memref<100xf32>
  }
  return
}
