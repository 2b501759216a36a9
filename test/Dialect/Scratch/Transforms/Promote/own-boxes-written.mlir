// References to an array that is written have buffers of their own, too, where one for all
// would not be constant: unless a value may get from one to the other within a tile, or both
// write an element.

// RUN: polymem-opt %s --split-input-file -o /dev/null --scratch-promote="dry-run promote-all" 2>&1 | FileCheck %s

// Rows i are written, rows k > i are read, before their turn comes. On the diagonal tiles
// have elements of both.
// CHECK-LABEL: @reads_before
// CHECK-NEXT: array
// CHECK-NEXT: arg0 32 x 16 2048 {{.*}} promoted
// CHECK-NEXT: arg0 32 x 16 2048 {{.*}} promoted
// CHECK-NEXT: total: 4096
func.func @reads_before(%B: memref<?x?xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%tj, %ti, %tk) = (%c0, %c0, %c0) to (%n, %m, %m) step (%c16, %c32, %c32) {
    affine.for %j = %tj to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%tj, %n] {
      affine.for %i = %ti to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%ti, %m] {
        affine.for %k = max affine_map<(d0)[s0] -> (d0 + 1, s0)>(%i)[%tk] to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%tk, %m] {
          %b = affine.load %B[%i, %j] : memref<?x?xf32>
          %c = affine.load %B[%k, %j] : memref<?x?xf32>
          %d = arith.addf %b, %c : f32
          affine.store %d, %B[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// -----

// Rows k < i, which the tile may have written.
// CHECK-LABEL: @reads_after
// CHECK-NEXT: array
// CHECK-NEXT: arg0 (arg1) x 16 64 * (arg1) {{.*}} promoted
// CHECK-NEXT: total
func.func @reads_after(%B: memref<?x?xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%tj, %ti, %tk) = (%c0, %c0, %c0) to (%n, %m, %m) step (%c16, %c32, %c32) {
    affine.for %j = %tj to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%tj, %n] {
      affine.for %i = %ti to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%ti, %m] {
        affine.for %k = %tk to min affine_map<(d0)[s0] -> (d0, s0 + 32)>(%i)[%tk] {
          %b = affine.load %B[%i, %j] : memref<?x?xf32>
          %c = affine.load %B[%k, %j] : memref<?x?xf32>
          %d = arith.addf %b, %c : f32
          affine.store %d, %B[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// -----

// Two writes of one element: the last one is its value.
// CHECK-LABEL: @two_writes
// CHECK-NEXT: array
// CHECK-NEXT: arg1 32 {{.*}} promoted
// CHECK-NEXT: arg0 not promoted: dimension 0 has no extent that is independent of the tile origins
// CHECK-NEXT: total
func.func @two_writes(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%ti, %tj) = (%c0, %c0) to (%n, %n) step (%c32, %c32) {
    affine.for %i = %ti to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%ti, %n] {
      affine.for %j = %tj to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%tj, %n] {
        %a = affine.load %B[%i] : memref<?xf32>
        affine.store %a, %A[%i] : memref<?xf32>
        affine.store %a, %A[%j] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// Columns i and j of column k, beside what is written: both are only read.
// CHECK-LABEL: @beside
// CHECK-NEXT: array
// CHECK-NEXT: arg0 32 128 {{.*}} promoted
// CHECK-NEXT: arg0 16 64 {{.*}} promoted
// CHECK-NEXT: arg0 32 x 16 2048 {{.*}} promoted
// CHECK-NEXT: total
func.func @beside(%A: memref<?x?xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%ti, %tj) = (%k, %k) to (%n, %n) step (%c32, %c16) {
    affine.for %i = affine_map<()[s0] -> (s0 + 1)>()[%ti] to min affine_map<()[s0, s1] -> (s0 + 33, s1)>()[%ti, %n] {
      affine.for %j = affine_map<()[s0] -> (s0 + 1)>()[%tj] to min affine_map<()[s0, s1] -> (s0 + 17, s1)>()[%tj, %n] {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %A[%j, %k] : memref<?x?xf32>
        %c = affine.load %A[%i, %j] : memref<?x?xf32>
        %d = arith.mulf %a, %b : f32
        %e = arith.subf %c, %d : f32
        affine.store %e, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
