// A buffer larger than the capacity: the array stays in global memory, with the
// numbers; the function is unchanged. `capacity` overrides the machine.
//
// RUN: polymem-opt %s --scratch-promote="machine=nvidia-gtx8800" --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without
// RUN: polymem-opt %s --scratch-promote="machine=nvidia-gtx8800 capacity=20000" | FileCheck %s
// CHECK: scratch.copy_in

func.func @f(%A: memref<5000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{arg0 stays in global memory: 20000 bytes exceed the capacity of 16384 bytes}}
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to 5000 {
        %a = affine.load %A[%i] : memref<5000xf32>
      }
    }
  }
  return
}
