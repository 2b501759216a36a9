// What all iterations load goes in front of the loop, out of several if it can.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-reuse-loads))' --remarks-filter='polymem-reuse-loads' --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// REMARK: Hoisted {{.*}} Function=scale {{.*}}1 loads are the same in all iterations: they are in front of the loop
// CHECK-LABEL: func.func @scale(
// CHECK-NEXT:    affine.load %{{.*}}[] : memref<f32>
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.for
func.func @scale(%alpha: memref<f32>, %A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %alpha[] : memref<f32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The row is known where the inner loop has an iteration.
// CHECK-LABEL: func.func @row(
// CHECK:         affine.for %[[I:.*]] = 0
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT:      affine.for
func.func @row(%x: memref<?xf32>, %A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = affine.load %x[%i] : memref<?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
