// What a size is called changes nothing but its name: a letter that stands for a
// time elsewhere, or a word of isl's notation.

// DEFINE: %{name} =
// DEFINE: %{print} = polymem-opt %s -o /dev/null --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=%{name},%{name} schedule="{ S0[i, j] -> [-j, i] }"}))' 2>&1
// DEFINE: %{check} = sed 's/\b%{name}\b/SIZE/g' | FileCheck %s
// REDEFINE: %{name} = b
// RUN: %{print} | %{check}
// REDEFINE: %{name} = e
// RUN: %{print} | %{check}
// REDEFINE: %{name} = b0
// RUN: %{print} | %{check}
// REDEFINE: %{name} = t0
// RUN: %{print} | %{check}
// REDEFINE: %{name} = t1
// RUN: %{print} | %{check}
// REDEFINE: %{name} = origin0
// RUN: %{print} | %{check}
// REDEFINE: %{name} = exists
// RUN: %{print} | %{check}
// REDEFINE: %{name} = floor
// RUN: %{print} | %{check}
// CHECK: tiles @poly
// CHECK-NEXT: arg0: i0 mod SIZE, SIZE cells, where {{.*}} -> {{[{]}}  : SIZE >= 2 and arg3 > SIZE }
// CHECK-NEXT: arg0: i0 mod arg3, arg3 cells, where {{.*}} -> {{[{]}}  : 2 <= arg3 <= SIZE }
// CHECK-NEXT: arg0: one cell
// CHECK-NEXT: arg0: 64 cells where SIZE = 64, arg3 = 64
// CHECK-NEXT: arg1: i0 mod SIZE, SIZE cells
// CHECK: arg1: 64 cells where SIZE = 64, arg3 = 64
// CHECK-NEXT: arg2: i0 mod (2*SIZE - 1), 2*SIZE - 1 cells
// CHECK: arg2: 127 cells where SIZE = 64, arg3 = 64

func.func @poly(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%j] : memref<?xf32>
      %c = affine.load %C[%i + %j] : memref<?xf32>
      %ab = arith.mulf %a, %b : f32
      %d = arith.addf %c, %ab : f32
      affine.store %d, %C[%i + %j] : memref<?xf32>
    }
  }
  return
}
