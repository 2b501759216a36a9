// RUN: not polymem-opt %s --prem-print-c 2>&1 | FileCheck %s

// Indices are of 32 bits: the loop's bounds fit, a sum of two does not.

// CHECK: error: prem-print-c: an index may be from 2000000000 to {{[34]}}{{[0-9]+}}, which 32 bits do not hold
func.func @f(%A: memref<8xf32>) {
  prem.launch @f_thread(%A) cores 1 : memref<8xf32>
  return
}
func.func private @f_thread(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %big = arith.constant 2000000000 : index
  scf.for %i = %c0 to %big step %c1 {
    %sum = arith.addi %i, %big : index
    %odd = arith.remsi %sum, %c2 : index
    %one = arith.cmpi eq, %odd, %c1 : index
    scf.if %one {
      prem.barrier
    }
  }
  return
}
