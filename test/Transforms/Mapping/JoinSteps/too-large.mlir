// A loop is left alone if the boxes around what it accesses may take more bytes than the scratchpad has:
// 240 * 240 elements of 4 bytes fit into 227 KB, of 8 bytes not, nor those of 4 bytes into the 16 KB of another machine.
//
// RUN: polymem-opt %s --polymem-join-steps | FileCheck %s --check-prefixes=CHECK,LARGE
// RUN: polymem-opt %s --polymem-join-steps=machine=nvidia-gtx8800 | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: polymem-opt %s --polymem-join-steps -o /dev/null --remarks-filter=polymem-join-steps --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: TooLarge {{.*}} Bytes=460800, Capacity={{[0-9]+}}

// CHECK-LABEL: func.func @single
// LARGE: scratch.tile {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
// LARGE-NEXT: affine.for
// SMALL: affine.for
// SMALL-NEXT: scratch.tile {{.*}} mapping [#gpu.block<x>] {
func.func @single(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c240 = arith.constant 240 : index
  affine.for %k = 0 to 240 {
    scratch.tile (%b) = (%c0) to (%c240) step (%c240) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c240) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[%k, symbol(%i)] : memref<?x?xf32>
        affine.store %v, %A[symbol(%i), %k] : memref<?x?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @double
// CHECK: affine.for
// CHECK-NEXT: scratch.tile {{.*}} mapping [#gpu.block<x>] {
func.func @double(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c240 = arith.constant 240 : index
  affine.for %k = 0 to 240 {
    scratch.tile (%b) = (%c0) to (%c240) step (%c240) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c240) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[%k, symbol(%i)] : memref<?x?xf64>
        affine.store %v, %A[symbol(%i), %k] : memref<?x?xf64>
      }
    }
  }
  return
}
