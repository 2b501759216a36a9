// RUN: polymem-opt %s --polymem-reverse-reductions | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: polymem-opt %s --polymem-reverse-reductions=reassociate \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ANY

// The order of a floating-point sum is kept unless it need not be. A sum that a
// loop carries is one, too.

// CHECK-LABEL: func.func @plain
// KEPT: affine.for %{{.*}} = #{{.*}}(%{{.*}})[%{{.*}}] to %{{.*}} iter_args
// ANY: affine.for %{{.*}} = 0 to #{{.*}}(%{{.*}}) iter_args
// ANY: arith.subf %{{.*}} fastmath<reassoc>
func.func @plain(%A: memref<?x?xf32>, %b: memref<?xf32>, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    %first = affine.load %b[symbol(%N) - 1 - %i] : memref<?xf32>
    %sum = affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to %N
        iter_args(%w = %first) -> f32 {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xf32>
      %y = affine.load %x[%j] : memref<?xf32>
      %prod = arith.mulf %a, %y : f32
      %next = arith.subf %w, %prod : f32
      affine.yield %next : f32
    }
    affine.store %sum, %x[symbol(%N) - 1 - %i] : memref<?xf32>
  }
  return
}

// Other sums may overflow, and what is reordered says that it may be.
// CHECK-LABEL: func.func @flags
// CHECK: affine.for %{{.*}} = 0 to #{{.*}}(%{{.*}}) iter_args
// CHECK: arith.muli %{{.*}} overflow<nsw>
// CHECK: arith.subi %{{[^ ]*}}, %{{[^ ]*}} : i32
func.func @flags(%A: memref<?x?xi32>, %b: memref<?xi32>, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    %first = affine.load %b[symbol(%N) - 1 - %i] : memref<?xi32>
    %sum = affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to %N
        iter_args(%w = %first) -> i32 {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %prod = arith.muli %a, %y overflow<nsw> : i32
      %next = arith.subi %w, %prod overflow<nsw> : i32
      affine.yield %next : i32
    }
    affine.store %sum, %x[symbol(%N) - 1 - %i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: func.func @reassoc
// CHECK: affine.for %{{.*}} = 0 to #{{.*}}(%{{.*}}) iter_args
func.func @reassoc(%A: memref<?x?xf32>, %b: memref<?xf32>, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    %first = affine.load %b[symbol(%N) - 1 - %i] : memref<?xf32>
    %sum = affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to %N
        iter_args(%w = %first) -> f32 {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xf32>
      %y = affine.load %x[%j] : memref<?xf32>
      %prod = arith.mulf %a, %y : f32
      %next = arith.subf %w, %prod fastmath<reassoc> : f32
      affine.yield %next : f32
    }
    affine.store %sum, %x[symbol(%N) - 1 - %i] : memref<?xf32>
  }
  return
}
