// Reads of memory that nobody has written.

// RUN: not polymem-run %s --entry=halo | FileCheck %s
// RUN: polymem-run %s --entry=filled

#shared = #gpu.address_space<workgroup>

// Nobody fills the two cells of the halo.
func.func @halo(%A: memref<16xf32>, %B: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<18xf32, #shared>) {
    %a = memref.load %A[%tx] : memref<16xf32>
    %at = arith.addi %tx, %c1 : index
    memref.store %a, %S[%at] : memref<18xf32, #shared>
    gpu.barrier
    %right = arith.addi %tx, %c2 : index
    // CHECK: halo: halo_kernel: uninitialised read on __wg_halo_kernel_0[17]
    // CHECK-NEXT: thread (15, 0, 0) of block (0, 0, 0) reads 4 bytes (load at {{.*}}kernel-uninitialised.mlir:[[#@LINE+2]]:10)
    // CHECK-NEXT: no thread of the block has written there
    %r = memref.load %S[%right] : memref<18xf32, #shared>
    %twice = arith.addf %r, %r : f32
    memref.store %twice, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}

func.func @filled(%A: memref<18xf32>, %B: memref<18xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c18 = arith.constant 18 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<18xf32, #shared>) {
    scf.for %at = %tx to %c18 step %c16 {
      %a = memref.load %A[%at] : memref<18xf32>
      memref.store %a, %S[%at] : memref<18xf32, #shared>
    }
    gpu.barrier
    %right = arith.addi %tx, %c2 : index
    %r = memref.load %S[%right] : memref<18xf32, #shared>
    memref.store %r, %B[%tx] : memref<18xf32>
    gpu.terminator
  }
  return
}

// Device memory: what the host has written before the launch, and what an earlier
// kernel has.

// RUN: not polymem-run %s --entry=heap | FileCheck %s --check-prefix=HEAP
// RUN: polymem-run %s --entry=heap_filled | FileCheck %s --check-prefix=FILLED
// FILLED: heap_filled: ran

func.func @heap(%B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %L = gpu.alloc () : memref<16xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %zero, %L[%i] : memref<16xf32>
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    // HEAP: heap: heap_kernel: uninitialised read on allocation 0[[[#BYTE:]]]
    // HEAP-NEXT: thread ({{8|9|1[0-5]}}, 0, 0) of block (0, 0, 0) reads 4 bytes (load at {{.*}}kernel-uninitialised.mlir:[[#@LINE+2]]:10)
    // HEAP-NEXT: nobody has written there
    %v = memref.load %L[%tx] : memref<16xf32>
    memref.store %v, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  gpu.dealloc %L : memref<16xf32>
  return
}

func.func @heap_filled(%B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %L = gpu.alloc () : memref<16xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %zero, %L[%i] : memref<16xf32>
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %at = arith.addi %tx, %c8 : index
    memref.store %zero, %L[%at] : memref<16xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %v = memref.load %L[%tx] : memref<16xf32>
    memref.store %v, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  gpu.dealloc %L : memref<16xf32>
  return
}

// Two elements at once, of which nobody has written the second: moved, the first one is written and may be used,
// the second one not.

// RUN: polymem-run %s --entry=half
// RUN: not polymem-run %s --entry=other_half | FileCheck %s --check-prefix=HALF

func.func @half(%A: memref<16xf64>, %B: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = arith.constant 0 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<2xf64, #shared>, %T : memref<2xf64, #shared>) {
    %a = memref.load %A[%c0] : memref<16xf64>
    memref.store %a, %S[%c0] : memref<2xf64, #shared>
    %both = vector.load %S[%c0] : memref<2xf64, #shared>, vector<2xf64>
    vector.store %both, %T[%c0] : memref<2xf64, #shared>, vector<2xf64>
    %t = memref.load %T[%i] : memref<2xf64, #shared>
    memref.store %t, %B[%c0] : memref<16xf64>
    gpu.terminator
  }
  return
}

func.func @other_half(%A: memref<16xf64>, %B: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<2xf64, #shared>, %T : memref<2xf64, #shared>) {
    %a = memref.load %A[%c0] : memref<16xf64>
    memref.store %a, %S[%c0] : memref<2xf64, #shared>
    %both = vector.load %S[%c0] : memref<2xf64, #shared>, vector<2xf64>
    vector.store %both, %T[%c0] : memref<2xf64, #shared>, vector<2xf64>
    // HALF: other_half: other_half_kernel: uninitialised read on __wg_other_half_kernel_1[1]
    %t = memref.load %T[%i] : memref<2xf64, #shared>
    memref.store %t, %B[%c0] : memref<16xf64>
    gpu.terminator
  }
  return
}
