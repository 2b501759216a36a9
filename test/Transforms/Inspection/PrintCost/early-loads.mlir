// What a step loads from global memory for the next one (polymem-prefetch-copies) is not waited for: 100 steps of 1372
// cycles and the 500 of the first load, at 1980 MHz. In a loop that writes to global memory, each step waits for its
// load.
// RUN: polymem-opt %s --polymem-print-cost=machine=nvidia-h200 2>&1 >/dev/null | FileCheck %s

#w = #gpu.address_space<workgroup>

// CHECK: cost of @early
// CHECK: registers: about 75
// CHECK: latency 69.6
func.func @early(%A: memref<3200xf32>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c256 = arith.constant 256 : index
  %c3200 = arith.constant 3200 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<32xf32, #w>, %s : memref<32xf32, #w>) {
    scf.for %k = %c0 to %c3200 step %c32 {
      gpu.barrier
      %at = arith.addi %k, %tx : index
      %x = memref.load %A[%at] : memref<3200xf32>
      memref.store %x, %b[%tx] : memref<32xf32, #w>
      gpu.barrier
      %y = memref.load %b[%tx] : memref<32xf32, #w>
      %z = scf.for %j = %c0 to %c256 step %c1 iter_args(%p = %y) -> f32 {
        %q = arith.mulf %p, %p : f32
        scf.yield %q : f32
      }
      memref.store %z, %s[%tx] : memref<32xf32, #w>
    }
    %sum = memref.load %s[%tx] : memref<32xf32, #w>
    memref.store %sum, %r[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// CHECK: cost of @late
// CHECK: registers: about 73
// CHECK: latency 94.5
func.func @late(%A: memref<3200xf32>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c256 = arith.constant 256 : index
  %c3200 = arith.constant 3200 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<32xf32, #w>) {
    scf.for %k = %c0 to %c3200 step %c32 {
      gpu.barrier
      %at = arith.addi %k, %tx : index
      %x = memref.load %A[%at] : memref<3200xf32>
      memref.store %x, %b[%tx] : memref<32xf32, #w>
      gpu.barrier
      %y = memref.load %b[%tx] : memref<32xf32, #w>
      %z = scf.for %j = %c0 to %c256 step %c1 iter_args(%p = %y) -> f32 {
        %q = arith.mulf %p, %p : f32
        scf.yield %q : f32
      }
      memref.store %z, %r[%tx] : memref<32xf32>
    }
    gpu.terminator
  }
  return
}
