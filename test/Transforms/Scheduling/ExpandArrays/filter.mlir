// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-raise-to-affine,polymem-expand-arrays,polymem-schedule))' \
// RUN:   | FileCheck %s
// RUN: polymem-run %s --entry=filter --compare --check-bounds --check \
// RUN:   --sizes=W=7,H=5 --sizes=W=1,H=1 --sizes=W=3,H=0 --sizes=W=0,H=4 \
// RUN:   --pipeline='polymem-raise-to-affine,polymem-expand-arrays,polymem-schedule'

// A recursive filter along rows and then along columns, as C is often
// translated: scalars are cells outside of all loops, that both directions
// share, and sizes are arguments of 32 bits. The outer loop of each direction
// is parallel.

// CHECK-LABEL: func @filter
// CHECK:       affine.for
// CHECK:       } {scratch.loop = #scratch.loop<band = {{[0-9]+}}, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT:  affine.for
// CHECK:       } {scratch.loop = #scratch.loop<band = {{[0-9]+}}, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT:  return
func.func @filter(%W: i32 {polymem.param = "W"}, %H: i32 {polymem.param = "H"}, %k: f32,
                  %in: memref<?x?xf32> {polymem.shape = ["W", "H"]}, %out: memref<?x?xf32> {polymem.shape = ["W", "H"]},
                  %y: memref<?x?xf32> {polymem.shape = ["W", "H"]}) {
  %zero = arith.constant 0.0 : f32
  %w = arith.index_cast %W : i32 to index
  %h = arith.index_cast %H : i32 to index
  %xm1 = memref.alloca() : memref<1xf32>
  %ym1 = memref.alloca() : memref<1xf32>
  %ym2 = memref.alloca() : memref<f32>
  affine.for %i = 0 to %w {
    affine.store %zero, %xm1[0] : memref<1xf32>
    affine.store %zero, %ym1[0] : memref<1xf32>
    affine.store %zero, %ym2[] : memref<f32>
    affine.for %j = 0 to %h {
      %x = affine.load %in[%i, %j] : memref<?x?xf32>
      %x1 = affine.load %xm1[0] : memref<1xf32>
      %y1 = affine.load %ym1[0] : memref<1xf32>
      %y2 = affine.load %ym2[] : memref<f32>
      %a = arith.mulf %k, %x : f32
      %b = arith.addf %a, %x1 : f32
      %c = arith.mulf %k, %y1 : f32
      %d = arith.addf %b, %c : f32
      %e = arith.addf %d, %y2 : f32
      affine.store %e, %y[%i, %j] : memref<?x?xf32>
      affine.store %x, %xm1[0] : memref<1xf32>
      affine.store %y1, %ym2[] : memref<f32>
      affine.store %e, %ym1[0] : memref<1xf32>
    }
  }
  affine.for %j = 0 to %h {
    affine.store %zero, %xm1[0] : memref<1xf32>
    affine.store %zero, %ym1[0] : memref<1xf32>
    affine.store %zero, %ym2[] : memref<f32>
    affine.for %i = 0 to %w {
      %x = affine.load %y[%i, %j] : memref<?x?xf32>
      %x1 = affine.load %xm1[0] : memref<1xf32>
      %y1 = affine.load %ym1[0] : memref<1xf32>
      %y2 = affine.load %ym2[] : memref<f32>
      %a = arith.mulf %k, %x : f32
      %b = arith.addf %a, %x1 : f32
      %c = arith.mulf %k, %y1 : f32
      %d = arith.addf %b, %c : f32
      %e = arith.addf %d, %y2 : f32
      affine.store %e, %out[%i, %j] : memref<?x?xf32>
      affine.store %x, %xm1[0] : memref<1xf32>
      affine.store %y1, %ym2[] : memref<f32>
      affine.store %e, %ym1[0] : memref<1xf32>
    }
  }
  return
}
