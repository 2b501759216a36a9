// Accesses that cannot go through a buffer: another operation, a view, a call.
// All references that may touch the same elements stay in global memory, and
// the functions are unchanged.
//
// RUN: polymem-opt %s -split-input-file --scratch-promote --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

func.func @other_operation(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{arg0 stays in global memory: 'memref.load' accesses it}}
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to 32 {
        %a = memref.load %A[%i] : memref<32xf32>
        affine.store %a, %A[%i] : memref<32xf32>
      }
    }
  }
  return
}

// -----

func.func @view(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %V = memref.subview %A[8] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: 8>>
  // expected-remark@below {{arg0 stays in global memory: 'affine.load' accesses it through a view}}
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to 16 {
        %a = affine.load %V[%i] : memref<16xf32, strided<[1], offset: 8>>
        affine.store %a, %A[%i] : memref<32xf32>
      }
    }
  }
  return
}

// -----

func.func private @opaque(memref<32xf32>)
func.func @call(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{arg0 stays in global memory: 'func.call' accesses it}}
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to 32 {
        %a = affine.load %A[%i] : memref<32xf32>
      }
    }
    func.call @opaque(%A) : (memref<32xf32>) -> ()
  }
  return
}
