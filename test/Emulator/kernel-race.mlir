// Races of kernels, reported with the array's coordinates and both places.

// RUN: not polymem-run %s --entry=no_barrier > %t
// RUN: FileCheck %s --check-prefix=READ < %t
// RUN: FileCheck %s --check-prefix=THREADS < %t
// RUN: not polymem-run %s --entry=no_second_barrier | FileCheck %s --check-prefix=REUSE
// RUN: not polymem-run %s --entry=blocks | FileCheck %s --check-prefix=BLOCKS
// RUN: not polymem-run %s --entry=histogram | FileCheck %s --check-prefix=ATOMIC
// RUN: polymem-run %s --entry=both_barriers --entry=atomics --emulator-seed=1..8 | FileCheck %s --check-prefix=GOOD
// GOOD-COUNT-16: ran

#shared = #gpu.address_space<workgroup>

// Which of the two accesses comes first is up to the seed.
func.func @no_barrier(%A: memref<8x16xf32>, %B: memref<8x16xf32>) {
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%row : memref<16xf32, #shared>) {
    memref.store %zero, %row[%tx] : memref<16xf32, #shared>
    gpu.barrier
    %a = memref.load %A[%bx, %tx] : memref<8x16xf32>
    // READ: no_barrier: no_barrier_kernel: data race on __wg_no_barrier_kernel_0[
    // READ-DAG: {{writes 4 bytes|wrote there before}} (store at {{.*}}kernel-race.mlir:[[#@LINE+1]]:5)
    memref.store %a, %row[%tx] : memref<16xf32, #shared>
    %other = arith.subi %c15, %tx : index
    // READ-DAG: {{reads 4 bytes|read there before}} (load at {{.*}}kernel-race.mlir:[[#@LINE+5]]:10)
    // READ-DAG: no barrier between the two
    // THREADS: data race
    // THREADS-NEXT: thread ([[#THREAD:]], 0, 0) of block ([[#BLOCK:]], 0, 0)
    // THREADS-NEXT: thread ([[#sub(15,THREAD)]], 0, 0) of block ([[#BLOCK]], 0, 0)
    %b = memref.load %row[%other] : memref<16xf32, #shared>
    memref.store %b, %B[%bx, %tx] : memref<8x16xf32>
    gpu.terminator
  }
  return
}

// The second round overwrites what others may still read.
func.func @no_second_barrier(%A: memref<8x16xf32>, %B: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%row : memref<16xf32, #shared>) {
    %other = arith.subi %c15, %tx : index
    scf.for %i = %c0 to %c8 step %c1 {
      %a = memref.load %A[%i, %tx] : memref<8x16xf32>
      // REUSE: data race on __wg_no_second_barrier_kernel_0[
      // REUSE-DAG: {{writes 4 bytes|wrote there before}} (store at {{.*}}kernel-race.mlir:[[#@LINE+1]]:7)
      memref.store %a, %row[%tx] : memref<16xf32, #shared>
      gpu.barrier
      // REUSE-DAG: {{reads 4 bytes|read there before}} (load at {{.*}}kernel-race.mlir:[[#@LINE+2]]:12)
      // REUSE-DAG: no barrier between the two
      %b = memref.load %row[%other] : memref<16xf32, #shared>
      memref.store %b, %B[%i, %tx] : memref<8x16xf32>
    }
    gpu.terminator
  }
  return
}

func.func @both_barriers(%A: memref<8x16xf32>, %B: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%row : memref<16xf32, #shared>) {
    %other = arith.subi %c15, %tx : index
    scf.for %i = %c0 to %c8 step %c1 {
      %a = memref.load %A[%i, %tx] : memref<8x16xf32>
      memref.store %a, %row[%tx] : memref<16xf32, #shared>
      gpu.barrier
      %b = memref.load %row[%other] : memref<16xf32, #shared>
      memref.store %b, %B[%i, %tx] : memref<8x16xf32>
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

// Each block writes the last element of its own row and the first of the next.
func.func @blocks(%A: memref<9x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %next = arith.addi %bx, %c1 : index
    // BLOCKS: data race on argument 0[[[#ROW:]], 0]
    // BLOCKS-DAG: thread (0, 0, 0) of block ([[#ROW]], 0, 0) {{writes 4 bytes|wrote there before}} (store at {{.*}}kernel-race.mlir:[[#@LINE+3]]:5)
    // BLOCKS-DAG: thread (0, 0, 0) of block ([[#sub(ROW,1)]], 0, 0) {{writes 4 bytes|wrote there before}} (store at {{.*}}kernel-race.mlir:[[#@LINE+3]]:5)
    // BLOCKS-DAG: nothing orders the blocks of a launch
    memref.store %one, %A[%bx, %c0] : memref<9x16xf32>
    memref.store %one, %A[%next, %c0] : memref<9x16xf32>
    gpu.terminator
  }
  return
}

// All threads add to one cell, and each looks at it.
func.func @histogram(%A: memref<4xi32>, %B: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    // ATOMIC: data race on argument 0[0]
    // ATOMIC-DAG: {{updates 4 bytes atomically|updated it atomically before}} (atomic at {{.*}}kernel-race.mlir:[[#@LINE+1]]:10)
    %o = memref.atomic_rmw addi %one, %A[%c0] : (i32, memref<4xi32>) -> i32
    // ATOMIC-DAG: {{reads 4 bytes|read there before}} (load at {{.*}}kernel-race.mlir:[[#@LINE+2]]:10)
    // ATOMIC-DAG: no barrier between the two
    %v = memref.load %A[%c0] : memref<4xi32>
    memref.store %v, %B[%tx] : memref<64xi32>
    gpu.terminator
  }
  return
}

func.func @atomics(%A: memref<4xi32>, %B: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %o = memref.atomic_rmw addi %one, %A[%c0] : (i32, memref<4xi32>) -> i32
    gpu.terminator
  }
  return
}
