// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-demote-scalars,polymem-check{strict}))' -o /dev/null

// What a carried value begins with is an operand of the loop, and of a store once
// it is in memory: an integer is the same in both places.

func.func @constant(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %s = affine.for %j = 0 to %n iter_args(%c = %zero) -> (i32) {
      %a = affine.load %A[%j] : memref<?xi32>
      %d = arith.addi %c, %a : i32
      affine.yield %d : i32
    }
    affine.store %s, %B[%i] : memref<?xi32>
  }
  return
}

func.func @index(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %first = arith.index_cast %i : index to i32
    %s = affine.for %j = 0 to %n iter_args(%c = %first) -> (i32) {
      %a = affine.load %A[%j] : memref<?xi32>
      %d = arith.addi %c, %a : i32
      affine.yield %d : i32
    }
    affine.store %s, %B[%i] : memref<?xi32>
  }
  return
}
