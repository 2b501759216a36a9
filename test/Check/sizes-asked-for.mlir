// Copies that end where an array ends ask for sizes that the original knows
// nothing of. That its own accesses are within bounds is assumed: where they are
// not, it does not matter what is left out.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-time-tile{sizes=16},scratch-promote,polymem-check{print}))' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=VERDICT < %t

// CHECK-LABEL: func.func @jacobi
// CHECK-SAME: (%{{[^:]+}}: index, %{{[^:]+}}: memref<?xf32>, %[[B:[^:]+]]: memref<?xf32>
// CHECK: %[[SIZE:.+]] = memref.dim %[[B]]
// CHECK: scratch.copy_in %[[B]] to %{{.+}} over [{{.*}}](%{{.+}}, %[[SIZE]])

// VERDICT: dataflow: proved
// VERDICT: live-out: proved

func.func @jacobi(%T: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %A[%i] : memref<?xf32>
    }
  }
  return
}
