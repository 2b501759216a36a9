// RUN: polymem-opt %s > %t.before
// RUN: polymem-opt %s --polymem-promote-scalars --remarks-filter=polymem-promote-scalars --remark-format=emitRemark 2> %t.remarks | diff %t.before -
// RUN: FileCheck %s < %t.remarks
// CHECK: NotPromoted {{.*}} it may be read before it is written
// CHECK: NotPromoted {{.*}} something else than loads and stores

// Cells that stay, and all else with them: what may be read before it is
// written (a loop without iterations), what iterations share that run at the same time, what is no
// single element, and what somebody else has.

func.func @not_written(%A: memref<?xf32>, %n: index) {
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %t[] : memref<f32>
  }
  %last = affine.load %t[] : memref<f32>
  affine.store %last, %A[0] : memref<?xf32>
  return
}

func.func @parallel(%A: memref<?xf32>, %n: index, %x: f32) {
  %t = memref.alloca() : memref<f32>
  affine.store %x, %t[] : memref<f32>
  affine.parallel (%i) = (0) to (%n) {
    %a = affine.load %t[] : memref<f32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}

func.func @several(%x: f32) -> f32 {
  %t = memref.alloca() : memref<2xf32>
  affine.store %x, %t[0] : memref<2xf32>
  affine.store %x, %t[1] : memref<2xf32>
  %a = affine.load %t[0] : memref<2xf32>
  return %a : f32
}

func.func private @other(memref<f32>)

func.func @given_away(%x: f32) -> f32 {
  %t = memref.alloca() : memref<f32>
  affine.store %x, %t[] : memref<f32>
  call @other(%t) : (memref<f32>) -> ()
  %a = affine.load %t[] : memref<f32>
  return %a : f32
}

func.func @blocks(%x: f32, %c: i1) -> f32 {
  %t = memref.alloca() : memref<f32>
  memref.store %x, %t[] : memref<f32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %y = arith.addf %x, %x : f32
  memref.store %y, %t[] : memref<f32>
  cf.br ^bb2
^bb2:
  %a = memref.load %t[] : memref<f32>
  return %a : f32
}
