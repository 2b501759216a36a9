// A loop takes as long cut into parts that are alike as it does whole. 32 rounds of a load that wait
// 8 times, by fours, do so too where a thread makes it in some of them, and where
// threads leave one after the other.
//
// RUN: polymem-opt %s --polymem-print-cost 2>&1 >/dev/null | FileCheck %s

// CHECK: cost of @whole
// CHECK: latency [[TIME:2[.]0]], launch
// CHECK: cost of @some_rounds
// CHECK: latency [[TIME]], launch
// CHECK: cost of @leaving
// CHECK: latency [[TIME]], launch

func.func @whole(%A: memref<32x32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    scf.for %i = %c0 to %c32 step %c1 {
      %v = memref.load %A[%i, %tx] : memref<32x32xf32>
      memref.store %v, %B[%tx] : memref<32xf32>
    }
    gpu.terminator
  }
  return
}

func.func @some_rounds(%A: memref<32x32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    scf.for %i = %c0 to %c32 step %c1 {
      %from = arith.cmpi sle, %tx, %i : index
      scf.if %from {
        %v = memref.load %A[%i, %tx] : memref<32x32xf32>
        memref.store %v, %B[%tx] : memref<32xf32>
      }
    }
    gpu.terminator
  }
  return
}

func.func @leaving(%A: memref<32x32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    %end = arith.addi %tx, %c1 : index
    scf.for %i = %c0 to %end step %c1 {
      %v = memref.load %A[%i, %tx] : memref<32x32xf32>
      memref.store %v, %B[%tx] : memref<32xf32>
    }
    gpu.terminator
  }
  return
}
