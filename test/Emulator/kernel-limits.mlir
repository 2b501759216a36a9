// Launches that no device, or not this machine, can start; without the checker,
// too.

// RUN: not polymem-run %s --checked=false --entry=empty | FileCheck %s --check-prefix=EMPTY
// EMPTY: launch of kernel empty_kernel: empty grid or block: a grid of 1 x 1 x 1 blocks of 0 x 1 x 1 threads
// RUN: not polymem-run %s --checked=false --entry=grid | FileCheck %s --check-prefix=GRID
// GRID: launch of kernel grid_kernel: a grid of 1 x 70000 x 1 blocks; the machine allows 65535 in y
// RUN: not polymem-run %s --checked=false --entry=block | FileCheck %s --check-prefix=BLOCK
// BLOCK: launch of kernel block_kernel: blocks of 1 x 1 x 65 threads; the machine allows 64 in z
// RUN: not polymem-run %s --checked=false --entry=bounded | FileCheck %s --check-prefix=BOUNDED
// BOUNDED: launch of kernel k: blocks of 64 x 1 x 1 = 64 threads; the kernel was compiled for at most 32
// RUN: not polymem-run %s --checked=false --entry=static | FileCheck %s --check-prefix=STATIC
// STATIC: launch of kernel static_kernel: 60000 bytes of static shared memory; the machine allows 49152
// RUN: not polymem-run %s --checked=false --entry=dynamic | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: launch of kernel dynamic_kernel: -4 bytes of dynamic shared memory

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
func.func @empty(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 1 : index
  %z = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %z, %sy = %c1, %sz = %c1) {
    memref.store %zero, %A[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}
func.func @grid(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 70000 : index
  %z = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %n, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %A[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}
func.func @block(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 65 : index
  %z = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %n) {
    memref.store %zero, %A[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}
func.func @static(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 1 : index
  %z = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<15000xf32, #shared>) {
    memref.store %zero, %S[%tx] : memref<15000xf32, #shared>
    gpu.terminator
  }
  return
}
func.func @dynamic(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %bytes = arith.constant -4 : i32
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             dynamic_shared_memory_size %bytes {
    memref.store %zero, %A[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}
func.func @bounded(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : memref<64xf32>)
  return
}
gpu.module @kernels {
  gpu.func @k(%A: memref<64xf32>) kernel attributes {nvvm.maxntid = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0.0 : f32
    %tx = gpu.thread_id x
    memref.store %zero, %A[%tx] : memref<64xf32>
    gpu.return
  }
}
}
