// Faults in what scratch-reuse makes are found by polymem-check, which proves it without them.
//
// DEFINE: %{check} = polymem-opt --polymem-check -o /dev/null
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-tile{sizes=8,32,0},scratch-promote{promote-all},scratch-hoist-copies,scratch-reuse{strict}))' -o %t
// RUN: %{check} %t
//
// A modulus that is one less, of a halo and of what is added to.
// RUN: sed 's/d1 mod 34/d1 mod 33/; s/(10, 34)/(10, 33)/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=HALO
// RUN: sed 's/d0 mod 11/d0 mod 10/; s/-> (11)/-> (10)/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=SUM
//
// The first row of the halo, which is not loaded.
// RUN: sed 's/d0 - s0 + 1 >= 0, -d0 + s0 + 8 >= 0/d0 - s0 >= 0, -d0 + s0 + 8 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=HALO
//
// A column of the halo that is not loaded, of the first tile and of the others, and the last element of the first window.
// RUN: sed 's/-d1 + 33 >= 0/-d1 + 32 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=HALO
// RUN: sed 's/d1 - 34 >= 0/d1 - 35 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=HALO
// RUN: sed 's/-d0 + 10 >= 0/-d0 + 9 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=SUM
//
// A tile too many.
// RUN: sed 's/to (%c65) step (%c32)/to (%c66) step (%c32)/; s/\(%c65 = .*\)/\1 %c66 = arith.constant 66 : index/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=HALO
//
// Elements that the next tile writes, too, are stored by this one instead.
// RUN: sed 's/-d0 + s0 + 7 >= 0, -s0 + s1 - 9 >= 0, d0 - s0 >= 0/-d0 + s0 + 10 >= 0, -s0 + s1 - 9 >= 0, d0 - s0 - 3 >= 0/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=SUM
//
// What a later tile loads is what one before it has written.
// RUN: sed 's/d0 - s0 - 3 >= 0, -d0 + s1 + 2/d0 - s0 >= 0, -d0 + s1 + 2/' %t | not %{check} 2>&1 | FileCheck %s --check-prefix=SUM
//
// HALO: error: polymem-check: {{.*}} violated
// SUM: error: polymem-check: {{.*}} violated
func.func @five_point(%A: memref<66x66xf32>, %B: memref<66x66xf32>) {
  affine.for %i = 1 to 65 {
    affine.for %j = 1 to 65 {
      %n = affine.load %A[%i - 1, %j] : memref<66x66xf32>
      %s = affine.load %A[%i + 1, %j] : memref<66x66xf32>
      %w = affine.load %A[%i, %j - 1] : memref<66x66xf32>
      %e = affine.load %A[%i, %j + 1] : memref<66x66xf32>
      %0 = arith.addf %n, %s : f32
      %1 = arith.addf %w, %e : f32
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] : memref<66x66xf32>
    }
  }
  return
}

func.func @product(%A: memref<?xf32>, %C: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i] : memref<?xf32>
      %c = affine.load %C[%i + %j] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %C[%i + %j] : memref<?xf32>
    }
  }
  return
}
