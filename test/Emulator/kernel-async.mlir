// Asynchronous copies of a kernel that sums up rows of 16 elements, two stages:
// the right one runs whatever the order and whenever copies finish; with one
// wait or barrier less it is reported.

// RUN: polymem-run %s --compare --entry=plain --against=right --emulator-seed=1..4 | FileCheck %s --check-prefix=GOOD
// RUN: polymem-run %s --compare --entry=plain --against=right --emulator-seed=1..4 --async=early | FileCheck %s --check-prefix=GOOD
// RUN: polymem-run %s --compare --entry=plain --against=right --emulator-seed=1..4 --async=random | FileCheck %s --check-prefix=GOOD
// GOOD-COUNT-4: identical

// RUN: not polymem-run %s --entry=wrong_wait | FileCheck %s --check-prefix=WAIT
// RUN: not polymem-run %s --entry=wrong_wait --async=early | FileCheck %s --check-prefix=WAIT
// RUN: not polymem-run %s --entry=no_barrier_after_wait | FileCheck %s --check-prefix=VISIBLE
// RUN: not polymem-run %s --entry=no_barrier_after_use | FileCheck %s --check-prefix=USE

// One row of 64 bytes before the loop, eight in it: 2 sectors each.
// RUN: polymem-run %s --entry=right --count | FileCheck %s --check-prefix=COUNT
// COUNT: right_kernel: 1 launch, 1 block, 16 threads, 1 warp, 16 block barriers
// COUNT: global asynchronous load 9 144 576 18 18
// COUNT: shared load 8 128 512 8 8
// COUNT: shared asynchronous store 9 144 576 9 9

#shared = #gpu.address_space<workgroup>

// B[t] = sum over the rows i of A[i, 15 - t].
func.func @plain(%A: memref<8x16xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 16 {
    %s = affine.for %i = 0 to 8 iter_args(%acc = %zero) -> f32 {
      %a = affine.load %A[%i, 15 - %t] : memref<8x16xf32>
      %n = arith.addf %acc, %a : f32
      affine.yield %n : f32
    }
    affine.store %s, %B[%t] : memref<16xf32>
  }
  return
}

func.func @right(%A: memref<8x16xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<2x16xf32, #shared>) {
    %other = arith.subi %c15, %tx : index
    %c = nvgpu.device_async_copy %A[%c0, %tx], %S[%c0, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
    %g = nvgpu.device_async_create_group %c
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> f32 {
      %next = arith.addi %i, %c1 : index
      %row = arith.minsi %next, %c7 : index
      %stage = arith.remui %i, %c2 : index
      %fill = arith.remui %next, %c2 : index
      %d = nvgpu.device_async_copy %A[%row, %tx], %S[%fill, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
      %h = nvgpu.device_async_create_group %d
      nvgpu.device_async_wait %h {numGroups = 1 : i32}
      gpu.barrier
      %a = memref.load %S[%stage, %other] : memref<2x16xf32, #shared>
      %n = arith.addf %acc, %a : f32
      gpu.barrier
      scf.yield %n : f32
    }
    memref.store %sum, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}

// Waits for all but two groups, where one is still needed: the first row is read
// while it is copied.
func.func @wrong_wait(%A: memref<8x16xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<2x16xf32, #shared>) {
    %other = arith.subi %c15, %tx : index
    // WAIT: wrong_wait_kernel: asynchronous copy in flight on __wg_wrong_wait_kernel_0[0, [[#ELEMENT:]]]
    // WAIT-DAG: thread ([[#sub(15,ELEMENT)]], 0, 0) of block (0, 0, 0) reads 4 bytes (load at {{.*}}kernel-async.mlir:[[#@LINE+14]]:12)
    // WAIT-DAG: thread ([[#ELEMENT]], 0, 0) of block (0, 0, 0) copied asynchronously to there (cp.async at {{.*}}kernel-async.mlir:[[#@LINE+2]]:10)
    // WAIT-DAG: nobody has waited for that copy
    %c = nvgpu.device_async_copy %A[%c0, %tx], %S[%c0, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
    %g = nvgpu.device_async_create_group %c
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> f32 {
      %next = arith.addi %i, %c1 : index
      %row = arith.minsi %next, %c7 : index
      %stage = arith.remui %i, %c2 : index
      %fill = arith.remui %next, %c2 : index
      %d = nvgpu.device_async_copy %A[%row, %tx], %S[%fill, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
      %h = nvgpu.device_async_create_group %d
      nvgpu.device_async_wait %h {numGroups = 2 : i32}
      gpu.barrier
      %a = memref.load %S[%stage, %other] : memref<2x16xf32, #shared>
      %n = arith.addf %acc, %a : f32
      gpu.barrier
      scf.yield %n : f32
    }
    memref.store %sum, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}

// Each thread has waited for its own copy only.
func.func @no_barrier_after_wait(%A: memref<8x16xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<2x16xf32, #shared>) {
    %other = arith.subi %c15, %tx : index
    // VISIBLE: no_barrier_after_wait_kernel: {{data race|asynchronous copy in flight|uninitialised read}} on __wg_no_barrier_after_wait_kernel_0[
    // VISIBLE-NEXT: (load at {{.*}}kernel-async.mlir:[[#@LINE+11]]:12)
    %c = nvgpu.device_async_copy %A[%c0, %tx], %S[%c0, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
    %g = nvgpu.device_async_create_group %c
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> f32 {
      %next = arith.addi %i, %c1 : index
      %row = arith.minsi %next, %c7 : index
      %stage = arith.remui %i, %c2 : index
      %fill = arith.remui %next, %c2 : index
      %d = nvgpu.device_async_copy %A[%row, %tx], %S[%fill, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
      %h = nvgpu.device_async_create_group %d
      nvgpu.device_async_wait %h {numGroups = 1 : i32}
      %a = memref.load %S[%stage, %other] : memref<2x16xf32, #shared>
      %n = arith.addf %acc, %a : f32
      gpu.barrier
      scf.yield %n : f32
    }
    memref.store %sum, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}

// A stage is filled again while others read it.
func.func @no_barrier_after_use(%A: memref<8x16xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<2x16xf32, #shared>) {
    %other = arith.subi %c15, %tx : index
    %c = nvgpu.device_async_copy %A[%c0, %tx], %S[%c0, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
    %g = nvgpu.device_async_create_group %c
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> f32 {
      %next = arith.addi %i, %c1 : index
      %row = arith.minsi %next, %c7 : index
      %stage = arith.remui %i, %c2 : index
      %fill = arith.remui %next, %c2 : index
      // USE: no_barrier_after_use_kernel: {{data race|asynchronous copy in flight}} on __wg_no_barrier_after_use_kernel_0[
      // USE-DAG: (cp.async at {{.*}}kernel-async.mlir:[[#@LINE+1]]:12)
      %d = nvgpu.device_async_copy %A[%row, %tx], %S[%fill, %tx], 1 : memref<8x16xf32> to memref<2x16xf32, #shared>
      %h = nvgpu.device_async_create_group %d
      nvgpu.device_async_wait %h {numGroups = 1 : i32}
      gpu.barrier
      // USE-DAG: (load at {{.*}}kernel-async.mlir:[[#@LINE+1]]:12)
      %a = memref.load %S[%stage, %other] : memref<2x16xf32, #shared>
      %n = arith.addf %acc, %a : f32
      scf.yield %n : f32
    }
    memref.store %sum, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}
