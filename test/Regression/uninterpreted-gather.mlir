// A gather in the LLVM dialect has pointers and floating-point numbers as operands, and
// computes nothing: it was taken for arithmetic on both.

// RUN: polymem-opt %s --polymem-to-cpu --test-polymem-uninterpreted | FileCheck %s
// CHECK: llvm.intr.masked.gather
func.func @gather(%A: memref<?xf32>, %at: vector<8xi32>, %mask: vector<8xi1>, %else: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.gather %A[%c0] [%at], %mask, %else : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %0 : vector<8xf32>
}
