// Tiles of chains have a power of two of iterations that load 8192 bytes at most, each array counted once. Where
// that is no more than a window, there is no tile.
//
// RUN: polymem-opt %s --polymem-tile="mapping=gpu chains" | FileCheck %s

// CHECK-LABEL: func.func @three
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
// CHECK: scratch.tile {{.*}} step (%[[C256]])
func.func @three(%a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %r: memref<f64>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i] : memref<?xf64>
    %x1 = affine.load %a[%i - 1] : memref<?xf64>
    %y = affine.load %b[%i] : memref<?xf64>
    %z = affine.load %c[%i] : memref<?xf64>
    %s = affine.load %r[] : memref<f64>
    %s1 = arith.addf %s, %x : f64
    %s2 = arith.addf %s1, %x1 : f64
    %s3 = arith.addf %s2, %y : f64
    %s4 = arith.addf %s3, %z : f64
    affine.store %s4, %r[] : memref<f64>
  }
  return
}

// CHECK-LABEL: func.func @wide
// CHECK-NOT: scratch.tile
func.func @wide(%a: memref<?xvector<128xf32>>, %r: memref<vector<128xf32>>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xvector<128xf32>>
    %s = affine.load %r[] : memref<vector<128xf32>>
    %t = arith.addf %s, %x : vector<128xf32>
    affine.store %t, %r[] : memref<vector<128xf32>>
  }
  return
}
