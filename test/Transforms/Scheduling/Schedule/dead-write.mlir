// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check --sizes=N=5 --sizes=N=1 --sizes=N=0 \
// RUN:   --pipeline=polymem-schedule --pipeline='polymem-schedule{outer-parallel=false}' \
// RUN:   --pipeline='polymem-schedule{fusion=max}' --pipeline='polymem-schedule{fusion=none}' | FileCheck %s

// A write that nobody reads may not come between a write and a read of the
// temporary either.

// CHECK: proved
// CHECK-COUNT-12: identical
func.func @dead_write(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %t[] : memref<f32>
    affine.for %j = 0 to 3 {
      %z = affine.load %t[] : memref<f32>
      %b = affine.load %B[%i] : memref<?xf32>
      %w = arith.addf %z, %b : f32
      affine.store %w, %B[%i] : memref<?xf32>
    }
    %v = arith.mulf %x, %x : f32
    affine.store %v, %t[] : memref<f32>
  }
  return
}
