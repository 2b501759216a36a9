// Four loads of neighbours in shared memory are one, of 16 bytes, whose four phases are two where lanes agree
// pairwise. By all 32 lanes, 8 rounds: of one element, 8 wavefronts, and 2 * 2 at once. Of an element for each two
// lanes, 16 rows of 20, 8 * 2, and at once 2 * 2 * 1. Of one for each four lanes apart (0 and 4), which do not agree with
// neighbours: 8, and 2 * 4, nothing saved. Of a row for each lane, 8 * 8 without padding, and 2 * 4 * 2 at once.
// RUN: polymem-opt %s --polymem-print-cost 2>&1 >/dev/null | FileCheck %s

#w = #gpu.address_space<workgroup>

// CHECK: cost of @same
// CHECK: shared: 8 wavefronts loaded, 0 stored, 1.00 times the least; 4 saved
func.func @same(%r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<1x8xf32, #w>) {
    %row = arith.divui %tx, %c32 : index
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %b[%row, %k] : memref<1x8xf32, #w>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %r[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// CHECK: cost of @pairs
// CHECK: shared: 16 wavefronts loaded, 0 stored, 2.00 times the least; 12 saved
func.func @pairs(%r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<16x20xf32, #w>) {
    %row = arith.divui %tx, %c2 : index
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %b[%row, %k] : memref<16x20xf32, #w>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %r[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// CHECK: cost of @fours
// CHECK: shared: 8 wavefronts loaded, 0 stored, 1.00 times the least{{$}}
func.func @fours(%r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<4x20xf32, #w>) {
    %row = arith.remui %tx, %c4 : index
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %b[%row, %k] : memref<4x20xf32, #w>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %r[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// CHECK: cost of @rows
// CHECK: shared: 64 wavefronts loaded, 0 stored, 8.00 times the least; 48 saved
func.func @rows(%r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<32x8xf32, #w>) {
    %row = arith.addi %tx, %c0 : index
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %b[%row, %k] : memref<32x8xf32, #w>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %r[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}
