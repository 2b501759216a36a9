// References that only read and overlap have buffers of their own where one for both
// would not be constant, or be larger; but not with the paper's partition.

// DEFINE: %{promote} = polymem-opt %s --split-input-file -o /dev/null
// RUN: %{promote} --scratch-promote="dry-run promote-all" 2>&1 | FileCheck %s
// RUN: %{promote} --scratch-promote="dry-run promote-all partition=components" 2>&1 | FileCheck %s --check-prefix=SHARED

// Rows i and rows j.
// CHECK-LABEL: @rows
// CHECK-NEXT: array
// CHECK-NEXT: arg0 32 x 8 {{.*}} promoted
// CHECK-NEXT: arg0 16 x 8 {{.*}} promoted
// CHECK-NEXT: arg1 32 x 16 {{.*}} promoted
// CHECK-NEXT: total
// SHARED-LABEL: @rows
// SHARED-NEXT: array
// SHARED-NEXT: arg0 {{ *}}not promoted: dimension 0 has no extent that is independent of the tile origins
// SHARED-NEXT: arg1 32 x 16 {{.*}} promoted
// SHARED-NEXT: total
func.func @rows(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%ti, %tj, %tk) = (%c0, %c0, %c0) to (%n, %n, %m) step (%c32, %c16, %c8) {
    affine.for %i = %ti to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%ti, %n] {
      affine.for %j = %tj to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%tj, %n] {
        affine.for %k = %tk to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%tk, %m] {
          %a = affine.load %A[%i, %k] : memref<?x?xf32>
          %b = affine.load %A[%j, %k] : memref<?x?xf32>
          %p = arith.mulf %a, %b : f32
          affine.store %p, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// -----

// Constant all the same: a corner in common, and much between the other ones.
// CHECK-LABEL: @corner
// CHECK-NEXT: array
// CHECK-NEXT: arg0 4 x 32 {{.*}} promoted
// CHECK-NEXT: arg0 32 x 4 {{.*}} promoted
// CHECK-NEXT: arg1
// SHARED-LABEL: @corner
// SHARED-NEXT: array
// SHARED-NEXT: arg0 32 x 32 {{.*}} promoted
// SHARED-NEXT: arg1
func.func @corner(%A: memref<100x100xf32>, %C: memref<100x100xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c64) step (%c32) {
    affine.for %i = %t to affine_map<()[s0] -> (s0 + 4)>()[%t] {
      affine.for %j = %t to affine_map<()[s0] -> (s0 + 32)>()[%t] {
        %a = affine.load %A[%i, %j] : memref<100x100xf32>
        %b = affine.load %A[%j, %i] : memref<100x100xf32>
        %p = arith.mulf %a, %b : f32
        affine.store %p, %C[%i, %j] : memref<100x100xf32>
      }
    }
  }
  return
}

// -----

// Neighbours stay together.
// CHECK-LABEL: @neighbours
// CHECK-NEXT: array
// CHECK-NEXT: arg0 34 {{.*}} promoted
// CHECK-NEXT: arg1
func.func @neighbours(%A: memref<100xf32>, %B: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c96 = arith.constant 96 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c32) {
    affine.for %i = %t to affine_map<()[s0] -> (s0 + 32)>()[%t] {
      %a = affine.load %A[%i] : memref<100xf32>
      %b = affine.load %A[%i + 1] : memref<100xf32>
      %c = affine.load %A[%i + 2] : memref<100xf32>
      %p = arith.addf %a, %b : f32
      %q = arith.addf %p, %c : f32
      affine.store %q, %B[%i] : memref<100xf32>
    }
  }
  return
}

// -----

// So does what is written too: an element in two buffers would be two elements.
// CHECK-LABEL: @written
// CHECK-NEXT: array
// CHECK-NEXT: arg0 {{ *}}not promoted: dimension 0 has no extent that is independent of the tile origins
// CHECK-NEXT: total
func.func @written(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%ti, %tj) = (%c0, %c0) to (%n, %n) step (%c32, %c32) {
    affine.for %i = %ti to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%ti, %n] {
      affine.for %j = %tj to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%tj, %n] {
        %a = affine.load %A[%i] : memref<?xf32>
        %b = affine.load %A[%j] : memref<?xf32>
        %p = arith.addf %a, %b : f32
        affine.store %p, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}
