// RUN: not polymem-opt %s --polymem-check -o /dev/null 2>&1 | FileCheck %s

// A carried value begins with another integer than in the original.

func.func @before(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %s = affine.for %j = 0 to %n iter_args(%c = %zero) -> (i32) {
      %a = affine.load %A[%j] : memref<?xi32>
      %d = arith.addi %c, %a : i32
      %z = scratch.origin "S0"[%i, %j] %d : i32
      affine.yield %z : i32
    }
    affine.store %s, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK: error: polymem-check: dataflow violated: with arg2 = 1: S0[0, 0] reads val{{[0-9]+}}[] and gets an expression of [1]; in the original it is an expression of [0]; run, with arg2 = 1 arg1[0] differs in the end
func.func @after(%A: memref<?xi32>, %B: memref<?xi32>, %n: index)
    attributes {polymem.origin = @before} {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %s = affine.for %j = 0 to %n iter_args(%c = %one) -> (i32) {
      %a = affine.load %A[%j] : memref<?xi32>
      %d = arith.addi %c, %a : i32
      %z = scratch.origin "S0"[%i, %j] %d : i32
      affine.yield %z : i32
    }
    affine.store %s, %B[%i] : memref<?xi32>
  }
  return
}
