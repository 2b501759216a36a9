// RUN: polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 strict" | FileCheck %s

// Without a plan the outermost loop is cut such that two buffers for each array
// fill the 122880 bytes of a scratchpad that are not reserved. Here a tile of K
// iterations needs 8 (1000 K + 1000) bytes: 14 fit. Eight cores share the rows.

// CHECK-LABEL: func.func @rows
// CHECK: prem.plan = #prem.plan<tile = [14], groups = [8]>
func.func @rows(%A: memref<1000x1000xf32>, %x: memref<1000xf32>) {
  affine.for %i = 0 to 1000 {
    affine.for %j = 0 to 1000 {
      %a = affine.load %A[%i, %j] : memref<1000x1000xf32>
      %b = affine.load %x[%j] : memref<1000xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i, %j] : memref<1000x1000xf32>
    }
  }
  return
}

// One row does not fit: the next loop is cut, and the cores share the first one.

// CHECK-LABEL: func.func @columns
// CHECK: prem.plan = #prem.plan<tile = [1, 7680], groups = [8, 1]>
func.func @columns(%A: memref<16x20000xf32>, %x: memref<20000xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 20000 {
      %a = affine.load %A[%i, %j] : memref<16x20000xf32>
      %b = affine.load %x[%j] : memref<20000xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i, %j] : memref<16x20000xf32>
    }
  }
  return
}

// What fits as a whole is cut for the cores only, as many as there are iterations.

// CHECK-LABEL: func.func @few
// CHECK: prem.plan = #prem.plan<tile = [1], groups = [3]>
func.func @few(%A: memref<3x4xf32>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      affine.store %x, %A[%i, %j] : memref<3x4xf32>
    }
  }
  return
}
