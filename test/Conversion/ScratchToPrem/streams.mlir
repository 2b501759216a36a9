// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=20,24,16 machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{strict}))' | FileCheck %s

// Three buffers, two of which change with every segment; that of the result
// stays for the three segments that add to it.

// CHECK-LABEL: func.func @mm
// CHECK: prem.component (%[[I:.*]], %[[J:.*]], %[[K:.*]]) to (%{{.*}}, %{{.*}}, %{{.*}}) groups [1, 1, 1] {
// CHECK-NEXT: %[[A:.*]] = prem.stream ro stream %{{.*}} origin (d0, d1, d2) -> (d0 * 20, d2 * 16)
// CHECK-SAME: load #prem.box<lower = [(d0, d1, d2) -> (d0 * 20), (d0, d1, d2) -> (d2 * 16)], upper = [(d0, d1, d2) -> (d0 * 20 + 20, 64), (d0, d1, d2) -> (d2 * 16 + 16)]>
// CHECK-SAME: (%[[I]], %[[J]], %[[K]]) : memref<64x48xf32> to memref<20x16xf32>
// CHECK-NEXT: %[[B:.*]] = prem.stream ro stream
// CHECK-SAME: memref<48x80xf32> to memref<16x24xf32>
// CHECK-NEXT: %[[C:.*]] = prem.stream rw stream
// CHECK-SAME: load #prem.box<[[BOX:.*]]> store #prem.box<[[BOX]]> (%[[I]], %[[J]], %[[K]]) : memref<64x80xf32> to memref<20x24xf32>
// CHECK-NEXT: %[[ROW:.*]] = affine.apply
// CHECK: affine.for %[[R:.*]] = %[[ROW]] to
// CHECK: affine.load %[[A]][%[[R]] - symbol(%[[ROW]]), %{{.*}}] : memref<20x16xf32>
// CHECK-NOT: scratch.
func.func @mm(%A: memref<64x48xf32>, %B: memref<48x80xf32>, %C: memref<64x80xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 80 {
      affine.for %k = 0 to 48 {
        %a = affine.load %A[%i, %k] : memref<64x48xf32>
        %b = affine.load %B[%k, %j] : memref<48x80xf32>
        %c = affine.load %C[%i, %j] : memref<64x80xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<64x80xf32>
      }
    }
  }
  return
}
