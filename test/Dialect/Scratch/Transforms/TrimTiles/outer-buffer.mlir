// A tile writes an argument in its first iterations only, but memory from around it in all of them: none is
// left out. Without that store, the rest is (`@alone`), though memory of its own is written there.
// RUN: polymem-opt %s --scratch-trim-tiles | FileCheck %s

// CHECK-LABEL: func.func @both
// CHECK-SAME: (%{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<f32>, %[[N:[a-z0-9]+]]: index
// CHECK: scratch.tile (%{{.*}}) = (%{{.*}}) to (%[[N]]) step
func.func @both(%A: memref<?xf32>, %sum: memref<f32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %B = memref.alloc(%n) : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c32) {
    affine.for %k = affine_map<()[s0] -> (s0)>()[%i] to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n] {
      affine.store %x, %B[%k] : memref<?xf32>
    }
    affine.for %k = affine_map<()[s0] -> (s0)>()[%i] to min affine_map<()[s0, s1] -> (s0 + 32, s1, 100)>()[%i, %n] {
      affine.store %x, %A[%k] : memref<?xf32>
    }
  }
  %b = affine.load %B[0] : memref<?xf32>
  affine.store %b, %sum[] : memref<f32>
  memref.dealloc %B : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @alone
// CHECK: %[[END:.*]] = affine.min
// CHECK: scratch.tile (%{{.*}}) = (%{{.*}}) to (%[[END]]) step
func.func @alone(%A: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) {
    %B = memref.alloc(%n) : memref<?xf32>
    affine.for %k = affine_map<()[s0] -> (s0)>()[%i] to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n] {
      affine.store %x, %B[%k] : memref<?xf32>
    }
    affine.for %k = affine_map<()[s0] -> (s0)>()[%i] to min affine_map<()[s0, s1] -> (s0 + 32, s1, 100)>()[%i, %n] {
      %b = affine.load %B[%k] : memref<?xf32>
      affine.store %b, %A[%k] : memref<?xf32>
    }
  }
  return
}
