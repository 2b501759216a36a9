// RUN: polymem-opt %s --polymem-clamp-sizes --polymem-mark-origin --polymem-schedule --polymem-check=strict -o /dev/null
// RUN: polymem-opt %s --polymem-clamp-sizes --polymem-schedule | FileCheck %s

// The size is the same one to a proof, and what is done in front of the inner loop,
// in it and behind it shares one outer loop.

// CHECK: affine.for
// CHECK: affine.for
// CHECK-COUNT-2: } {scratch.loop
// CHECK-NOT: affine.for
func.func @means(%n: i32, %m: i32, %A: memref<?x?xf32>, %s: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %0 = arith.index_cast %n : i32 to index
  %1 = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %0 {
    affine.store %zero, %s[%i] : memref<?xf32>
    affine.for %j = 0 to %1 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %s[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[%i] : memref<?xf32>
    }
    %d = affine.load %s[%i] : memref<?xf32>
    %e = arith.divf %d, %x : f32
    affine.store %e, %s[%i] : memref<?xf32>
  }
  return
}
