// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule 2>&1 | FileCheck %s

// Distances that are nearly a size: for all sizes there is no order, for 800 there is. The third
// distance is the size less 21, and sizes of 16 and more are looked at.

// CHECK: remark: [Passed] Scheduled {{.*}} 2 loops, 1 of them parallel
// CHECK: affine.for %{{.*}} = 0 to 800
// CHECK-NEXT: affine.for %{{.*}} = 1 to 800
func.func @distances(%A: memref<2000x800xf32>) {
  affine.for %i = 0 to 800 {
    affine.for %j = 1 to 800 {
      %a = affine.load %A[%i + 793, %j - 1] : memref<2000x800xf32>
      %b = affine.load %A[%i + 786, %j] : memref<2000x800xf32>
      %c = affine.load %A[%i + 779, %j] : memref<2000x800xf32>
      %d = affine.load %A[%i + 772, %j] : memref<2000x800xf32>
      %s = arith.addf %a, %b : f32
      %t = arith.addf %c, %d : f32
      %u = arith.addf %s, %t : f32
      affine.store %u, %A[%i, %j] : memref<2000x800xf32>
    }
  }
  return
}
