// RUN: polymem-run %s --compare --sizes=N=0 --pipeline='func.func(polymem-split-reductions)' | FileCheck %s

// A loop without iterations does not look at its cell, which may hold what the
// loop's operations rule out: an infinity became the largest number.

// CHECK: least: N=0: identical

func.func @least(%A: memref<?xf32> {polymem.shape = ["N"]}, %S: memref<f32>, %N: index {polymem.param = "N"}) {
  %most = arith.constant 0x7F800000 : f32
  affine.store %most, %S[] : memref<f32>
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.minimumf %s, %x fastmath<reassoc,nnan,ninf> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}
