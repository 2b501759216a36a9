// All wait for the block that has most to do. Four blocks of one warp do 1,000 rounds each, or one of them all 4,000: the
// second takes four times as long, though both issue the same instructions, and no core has more than one block.
//
// RUN: polymem-opt %s --polymem-print-cost -o /dev/null 2>&1 | FileCheck %s

// CHECK: cost of @even
// CHECK: issue 4.0,
// CHECK: cost of @uneven
// CHECK: issue 15.9,
func.func @even(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %n = arith.constant 1000 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %A[%tx] : memref<32xf32>
      %u = arith.addf %v, %v : f32
      memref.store %u, %A[%tx] : memref<32xf32>
    }
    gpu.terminator
  }
  return
}

func.func @uneven(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %n = arith.constant 4000 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %last = arith.cmpi eq, %bx, %c3 : index
    %rounds = arith.select %last, %n, %c0 : index
    scf.for %i = %c0 to %rounds step %c1 {
      %v = memref.load %A[%tx] : memref<32xf32>
      %u = arith.addf %v, %v : f32
      memref.store %u, %A[%tx] : memref<32xf32>
    }
    gpu.terminator
  }
  return
}
