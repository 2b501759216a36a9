// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=256" --polymem-map-sequential | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=256" --polymem-map-sequential=merge-loops=false | FileCheck %s --check-prefix=APART

// Tiles of one block in any case, whatever a thread does in them, share a launch
// with what stands beside them, also outside loops.

// CHECK-LABEL: func @all
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK:   scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK:   scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK:   scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK-NOT: #gpu.block<x>
// CHECK: return
// APART-LABEL: func @all
// APART-COUNT-3: #gpu.block<x>
func.func @all(%A: memref<?xf32>, %B: memref<256xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[0] : memref<?xf32>
  affine.for %p = 0 to 200 {
    affine.for %j = 0 to %n {
      %x = affine.load %A[%j] : memref<?xf32>
      %y = affine.load %B[%p] : memref<256xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[%p] : memref<256xf32>
    }
  }
  %b = affine.load %B[199] : memref<256xf32>
  affine.store %b, %A[1] : memref<?xf32>
  return
}

// A block more is not one block.

// CHECK-LABEL: func @more
// CHECK-COUNT-2: #gpu.block<x>
func.func @more(%A: memref<?xf32>, %B: memref<300xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[0] : memref<?xf32>
  affine.for %p = 0 to 257 {
    %x = affine.load %A[0] : memref<?xf32>
    affine.store %x, %B[%p] : memref<300xf32>
  }
  return
}
