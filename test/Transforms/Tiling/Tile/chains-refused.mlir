// What is no chain stays as without the option: a loop of few iterations, one that loads the same element in
// all of them, one with a loop in it that is none either, and one in which there is a parallel loop.
//
// RUN: polymem-opt %s --polymem-tile="mapping=gpu" -o %t.without
// RUN: polymem-opt %s --polymem-tile="mapping=gpu chains" -o %t.with
// RUN: diff %t.without %t.with
// RUN: FileCheck %s --input-file=%t.with
// CHECK-NOT: step (%c1024{{[_0-9]*}})

func.func @short(%a: memref<16xf32>, %r: memref<f32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    %s = affine.load %r[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %r[] : memref<f32>
  }
  return
}

func.func @one_element(%a: memref<?xf32>, %r: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[0] : memref<?xf32>
    %s = affine.load %r[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %r[] : memref<f32>
  }
  return
}

func.func @loop_inside(%a: memref<?xf32>, %r: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    affine.for %k = 0 to 7 {
      %s = affine.load %r[] : memref<f32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %r[] : memref<f32>
    }
  }
  return
}

func.func @parallel_inside(%a: memref<?x?xf32>, %r: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      %s = affine.load %r[%j] : memref<?xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %r[%j] : memref<?xf32>
    }
  }
  return
}
