// RUN: polymem-opt %s --polymem-reverse-reductions --canonicalize --split-input-file \
// RUN:   | FileCheck %s

// Back substitution: row n-1-i begins with x[n-i], which iteration i - 1 has
// computed, and ends with x[n-1] then.

// CHECK-LABEL: func.func @back
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[R:.*]] = 0 to #{{.*}}(%[[I]]) {
// CHECK: affine.load %{{.*}}[-%[[I]] + symbol(%{{.*}}) - 1, -%[[R]] + symbol(%{{.*}}) - 1]
// CHECK: affine.load %{{.*}}[-%[[R]] + symbol(%{{.*}}) - 1]
func.func @back(%A: memref<?x?xi32>, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to %N {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %w = affine.load %x[symbol(%N) - 1 - %i] : memref<?xi32>
      %p = arith.muli %a, %y : i32
      %s = arith.subi %w, %p : i32
      affine.store %s, %x[symbol(%N) - 1 - %i] : memref<?xi32>
    }
  }
  return
}

// -----

// The lower bound is the greatest of two: the length is the least of two.

// CHECK: #[[LENGTH:.*]] = affine_map<(d0)[s0] -> (d0, s0 - 5)>
// CHECK-LABEL: func.func @banded
// CHECK: affine.for %[[R:.*]] = 0 to min #[[LENGTH]](
func.func @banded(%A: memref<?x?xi32>, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    affine.for %j = max affine_map<(i)[N] -> (N - i, 5)>(%i)[%N] to %N {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %w = affine.load %x[symbol(%N) - 1 - %i] : memref<?xi32>
      %p = arith.muli %a, %y : i32
      %s = arith.subi %w, %p : i32
      affine.store %s, %x[symbol(%N) - 1 - %i] : memref<?xi32>
    }
  }
  return
}
