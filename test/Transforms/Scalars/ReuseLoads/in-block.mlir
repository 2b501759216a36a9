// What a block has stored or loaded is not loaded again; what may have been written in between is.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-reuse-loads))' | FileCheck %s

// CHECK-LABEL: func.func @stored(
// CHECK:         affine.store %[[P:.*]], %{{.*}}[symbol(%{{.*}})]
// CHECK-NOT:     affine.load
// CHECK:         affine.store %[[P]], %{{.*}}[]
func.func @stored(%x: f32, %A: memref<8xf32>, %s: memref<f32>, %i: index) {
  %p = arith.mulf %x, %x : f32
  affine.store %p, %A[symbol(%i)] : memref<8xf32>
  %v = affine.load %A[symbol(%i)] : memref<8xf32>
  affine.store %v, %s[] : memref<f32>
  return
}

// CHECK-LABEL: func.func @loaded(
// CHECK-COUNT-1: affine.load
// CHECK-NOT:     affine.load
// CHECK:         return
func.func @loaded(%A: memref<8xf32>, %B: memref<8xf32>, %i: index) -> (f32, f32) {
  %v = affine.load %A[symbol(%i)] : memref<8xf32>
  affine.store %v, %B[symbol(%i)] : memref<8xf32>
  affine.store %v, %A[symbol(%i) + 1] : memref<8xf32>
  %w = affine.load %A[symbol(%i)] : memref<8xf32>
  return %v, %w : f32, f32
}

// Another element that may be the same, an unknown operation, a loop that writes.
// CHECK-LABEL: func.func @written(
// CHECK:         affine.load %[[A:.*]][symbol(%{{.*}})]
// CHECK:         affine.store
// CHECK:         affine.load %[[A]]
// CHECK:         call
// CHECK:         affine.load %[[A]]
// CHECK:         affine.for
// CHECK:         affine.load %[[A]]
func.func private @unknown()
func.func @written(%A: memref<8xf32>, %x: f32, %i: index, %j: index) -> (f32, f32, f32, f32) {
  %a = affine.load %A[symbol(%i)] : memref<8xf32>
  affine.store %x, %A[symbol(%j)] : memref<8xf32>
  %b = affine.load %A[symbol(%i)] : memref<8xf32>
  call @unknown() : () -> ()
  %c = affine.load %A[symbol(%i)] : memref<8xf32>
  affine.for %k = 0 to 8 {
    affine.store %x, %A[%k] : memref<8xf32>
  }
  %d = affine.load %A[symbol(%i)] : memref<8xf32>
  return %a, %b, %c, %d : f32, f32, f32, f32
}

// Two views of one array.
// CHECK-LABEL: func.func @views(
// CHECK:         affine.load
// CHECK:         affine.store
// CHECK:         affine.load
func.func @views(%A: memref<8xf32>, %x: f32) -> (f32, f32) {
  %B = memref.cast %A : memref<8xf32> to memref<?xf32>
  %a = affine.load %A[0] : memref<8xf32>
  affine.store %x, %B[0] : memref<?xf32>
  %b = affine.load %A[0] : memref<8xf32>
  return %a, %b : f32, f32
}

#shared = #gpu.address_space<workgroup>
#modulo = #scratch.mapping<(d0) -> (d0 mod 2), extents = () -> (2)>
// Elements of a buffer that share a cell: 0 and 2 do, 0 and 1 do not.
// CHECK-LABEL: func.func @cells(
// CHECK:         affine.load %{{.*}}[0]
// CHECK:         affine.store %{{.*}}, %{{.*}}[1]
// CHECK-NOT:     affine.load
// CHECK:         affine.store %{{.*}}, %{{.*}}[2]
// CHECK:         affine.load %{{.*}}[0]
func.func @cells(%x: f32) -> (f32, f32, f32) {
  %A = scratch.alloc() : memref<4xf32, #modulo>
  %a = affine.load %A[0] : memref<4xf32, #modulo>
  affine.store %x, %A[1] : memref<4xf32, #modulo>
  %b = affine.load %A[0] : memref<4xf32, #modulo>
  affine.store %x, %A[2] : memref<4xf32, #modulo>
  %c = affine.load %A[0] : memref<4xf32, #modulo>
  return %a, %b, %c : f32, f32, f32
}
