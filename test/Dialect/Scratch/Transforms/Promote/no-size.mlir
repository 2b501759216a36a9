// A buffer whose size is not a number of bytes: elements of unknown size, and
// more bytes (or elements) than 64 bits count. The functions are unchanged.
//
// RUN: polymem-opt %s --scratch-promote=promote-all --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without
// RUN: polymem-opt %s --scratch-promote="promote-all dry-run" -mlir-disable-threading -o %t.with 2>&1 | FileCheck %s

// CHECK: @scalable
// CHECK: not promoted: element type of unknown size
func.func @scalable(%A: memref<64xvector<[4]xf32>>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-remark@below {{arg0 stays in global memory: element type of unknown size}}
  scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 32)>(%i) {
      %x = affine.load %A[%ii] : memref<64xvector<[4]xf32>>
      affine.store %x, %A[%ii] : memref<64xvector<[4]xf32>>
    }
  }
  return
}

// CHECK: @bytes
// CHECK: not promoted: a buffer of 2147483648 x 2147483648 elements has more bytes than can be counted
func.func @bytes(%A: memref<2147483648x4294967296xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{a buffer of 2147483648 x 2147483648 elements has more bytes than can be counted}}
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
    affine.for %ii = 0 to 2147483648 {
      affine.for %jj = 0 to 2147483648 {
        %x = affine.load %A[%ii, %jj] : memref<2147483648x4294967296xf32>
      }
    }
  }
  return
}

// CHECK: @elements
// CHECK: not promoted: a buffer of 4294967296 x 4294967296 x (arg1) elements has more bytes than can be counted
func.func @elements(%A: memref<4294967296x4294967296x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{a buffer of 4294967296 x 4294967296 x (arg1) elements has more bytes than can be counted}}
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
    affine.for %ii = 0 to 4294967296 {
      affine.for %jj = 0 to 4294967296 {
        affine.for %kk = 0 to %n {
          %x = affine.load %A[%ii, %jj, %kk] : memref<4294967296x4294967296x?xf32>
        }
      }
    }
  }
  return
}
