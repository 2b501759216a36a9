// RUN: polymem-opt %s --polymem-tile-recurrences=strict | FileCheck %s

// A value in iter_args that is stored behind its loop is in the table.

// CHECK-LABEL: func @table
// CHECK: mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NOT: alloca
func.func @table(%t: memref<?x?xi32>, %N: index) {
  %inf = arith.constant 2147483647 : i32
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      %best = affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) iter_args(%acc = %inf) -> (i32) {
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.minsi %acc, %ab : i32
        affine.yield %new : i32
      }
      affine.store %best, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
    }
  }
  return
}
