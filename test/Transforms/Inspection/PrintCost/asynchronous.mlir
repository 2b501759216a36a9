// RUN: polymem-opt %s --polymem-print-cost -o /dev/null 2>&1 | FileCheck %s

// In each of 1024 rounds a thread waits for what was copied three rounds before, and copies: no
// round is shorter than a third of the 500 cycles of a copy. The first one waits for all of them.
// 171167 cycles at 1980 MHz. A copy moves the 4 sectors that 32 threads load and is one wavefront.
// CHECK: cost of @ahead
// CHECK: global: 4100 sectors loaded
// CHECK: shared: 0 wavefronts loaded, 1025 stored
// CHECK: latency 86.4,

func.func @ahead(%A: memref<32768xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = arith.constant 1024 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
      workgroup(%b: memref<128xf32, #gpu.address_space<workgroup>>) {
    %t0 = nvgpu.device_async_copy %A[%tx], %b[%tx], 1 : memref<32768xf32> to memref<128xf32, #gpu.address_space<workgroup>>
    nvvm.cp.async.commit.group
    nvvm.cp.async.commit.group
    nvvm.cp.async.commit.group
    scf.for %i = %c0 to %n step %c1 {
      nvvm.cp.async.wait.group 2
      gpu.barrier
      %t1 = nvgpu.device_async_copy %A[%tx], %b[%tx], 1 : memref<32768xf32> to memref<128xf32, #gpu.address_space<workgroup>>
      nvvm.cp.async.commit.group
    }
    gpu.terminator
  }
  return
}

// Here a round waits for its own copy, and has a barrier of 30 cycles.
// CHECK: cost of @at_once
// CHECK: latency 274.1,

func.func @at_once(%A: memref<32768xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = arith.constant 1024 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
      workgroup(%b: memref<128xf32, #gpu.address_space<workgroup>>) {
    scf.for %i = %c0 to %n step %c1 {
      %t1 = nvgpu.device_async_copy %A[%tx], %b[%tx], 1 : memref<32768xf32> to memref<128xf32, #gpu.address_space<workgroup>>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 0
      gpu.barrier
    }
    gpu.terminator
  }
  return
}
