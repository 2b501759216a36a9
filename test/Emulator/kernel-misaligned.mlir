// Vector and asynchronous accesses need aligned addresses.

// RUN: not polymem-run %s --entry=vector | FileCheck %s --check-prefix=VECTOR
// RUN: not polymem-run %s --entry=async | FileCheck %s --check-prefix=ASYNC
// RUN: polymem-run %s --entry=aligned | FileCheck %s --check-prefix=GOOD
// GOOD: aligned: ran

#shared = #gpu.address_space<workgroup>

// Rows of 18 elements: the odd ones begin at 8 modulo 16.
func.func @vector(%A: memref<4x18xf32>, %B: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // VECTOR: vector_kernel: misaligned access on argument 0[1, 0]
    // VECTOR-NEXT: thread (0, 0, 0) of block (0, 0, 0) reads 16 bytes (load at {{.*}}kernel-misaligned.mlir:[[#@LINE+2]]:10)
    // VECTOR-NEXT: the address must be a multiple of 16 and is 8 more
    %v = vector.load %A[%c1, %c0] {alignment = 16} : memref<4x18xf32>, vector<4xf32>
    vector.store %v, %B[%c0, %c0] {alignment = 16} : memref<4x4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

func.func @aligned(%A: memref<4x18xf32>, %B: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %v = vector.load %A[%c1, %c2] {alignment = 16} : memref<4x18xf32>, vector<4xf32>
    vector.store %v, %B[%c1, %c0] {alignment = 16} : memref<4x4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

func.func @async(%A: memref<64xf32>, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<64xf32, #shared>) {
    // ASYNC: async_kernel: misaligned access on argument 0[1]
    // ASYNC-NEXT: thread (0, 0, 0) of block (0, 0, 0) copies 16 bytes asynchronously from there ({{.*}} at {{.*}}kernel-misaligned.mlir:[[#@LINE+2]]:10)
    // ASYNC-NEXT: the address must be a multiple of 16 and is 4 more
    %c = nvgpu.device_async_copy %A[%c1], %S[%c0], 4 : memref<64xf32> to memref<64xf32, #shared>
    %g = nvgpu.device_async_create_group %c
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    %v = memref.load %S[%c0] : memref<64xf32, #shared>
    memref.store %v, %B[%c0] : memref<4xf32>
    gpu.terminator
  }
  return
}
