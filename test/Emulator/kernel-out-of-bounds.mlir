// Accesses outside the arrays of a kernel: which thread, where, and how far.

// RUN: not polymem-run %s --entry=argument --sizes=N=20 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not polymem-run %s --entry=before --sizes=N=20 | FileCheck %s --check-prefix=BEFORE
// RUN: not polymem-run %s --entry=workgroup | FileCheck %s --check-prefix=WORKGROUP
// RUN: not polymem-run %s --entry=allocation | FileCheck %s --check-prefix=HEAP
// RUN: not polymem-run %s --entry=freed | FileCheck %s --check-prefix=FREED
// RUN: not polymem-run %s --entry=host | FileCheck %s --check-prefix=HOST
// RUN: polymem-run %s --entry=registered | FileCheck %s --check-prefix=REGISTERED
// REGISTERED: registered: ran
// RUN: not polymem-run %s --entry=nothing | FileCheck %s --check-prefix=NOTHING
// RUN: not polymem-run %s --entry=unregistered | FileCheck %s --check-prefix=HOST
// RUN: polymem-run %s --entry=argument --sizes=N=32 | FileCheck %s --check-prefix=GOOD
// GOOD: argument: N=32: ran

#shared = #gpu.address_space<workgroup>

// Two blocks of 16 threads, whatever N is: thread t of block 1 has row 16 + t.
func.func @argument(%A: memref<?x4xf32> {polymem.shape = ["N", 4]}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %c16 : index
    %i = arith.addi %first, %tx : index
    // ARGUMENT: argument_kernel: out of bounds on argument 0[[[#ROW:]], 2]
    // ARGUMENT-NEXT: thread ([[#sub(ROW,16)]], 0, 0) of block (1, 0, 0) writes 4 bytes (store at {{.*}}kernel-out-of-bounds.mlir:[[#@LINE+2]]:5)
    // ARGUMENT-NEXT: the nearest region, argument 0, has extents [20, 4]; this is [[#add(8,mul(16,sub(ROW,20)))]] bytes behind its end
    memref.store %one, %A[%i, %c2] : memref<?x4xf32>
    gpu.terminator
  }
  return
}

func.func @before(%A: memref<?x4xf32> {polymem.shape = ["N", 4]}, %B: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c4, %sz = %c1) {
    %i = arith.subi %ty, %c1 : index
    // BEFORE: before_kernel: out of bounds on argument 0[-1, 2]
    // BEFORE-NEXT: thread (0, 0, 0) of block (0, 0, 0) reads 4 bytes (load at {{.*}}kernel-out-of-bounds.mlir:[[#@LINE+2]]:10)
    // BEFORE-NEXT: this is 8 bytes before it
    %v = memref.load %A[%i, %c2] : memref<?x4xf32>
    memref.store %v, %B[%ty] : memref<4xf32>
    gpu.terminator
  }
  return
}

// The last element of one buffer and the first byte behind it, not the next
// buffer.
func.func @workgroup(%A: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<16xf32, #shared>, %T : memref<16xf32, #shared>) {
    %v = memref.load %A[%tx] : memref<16xf32>
    %next = arith.addi %tx, %c1 : index
    // WORKGROUP: workgroup_kernel: out of bounds on __wg_workgroup_kernel_0[16]
    // WORKGROUP-NEXT: thread (15, 0, 0) of block (0, 0, 0) writes 4 bytes (store at {{.*}}kernel-out-of-bounds.mlir:[[#@LINE+2]]:5)
    // WORKGROUP-NEXT: the nearest region, __wg_workgroup_kernel_0, has 16 elements; this is 0 bytes behind its end
    memref.store %v, %S[%next] : memref<16xf32, #shared>
    memref.store %v, %T[%tx] : memref<16xf32, #shared>
    gpu.terminator
  }
  return
}

// Memory that the host's function allocates on the device.
func.func @allocation(%A: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %L = gpu.alloc () : memref<4x4xf32>
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c4, %sz = %c1) {
    %i = arith.addi %ty, %c1 : index
    // HEAP: allocation_kernel: out of bounds on allocation 0[4, {{[0-3]}}]
    // HEAP-NEXT: thread ({{[0-3]}}, 3, 0) of block (0, 0, 0) writes 4 bytes (store at {{.*}}kernel-out-of-bounds.mlir:[[#@LINE+1]]:5)
    memref.store %zero, %L[%i, %tx] : memref<4x4xf32>
    gpu.terminator
  }
  gpu.dealloc %L : memref<4x4xf32>
  return
}

// Freed, or never given to the device: out of the kernel's reach, although it is
// the host's memory that the emulator uses.
// FREED: freed: freed_kernel: out of bounds on
func.func @freed(%A: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %L = gpu.alloc () : memref<16xf32>
  gpu.dealloc %L : memref<16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %L[%tx] : memref<16xf32>
    gpu.terminator
  }
  return
}

// HOST: {{host|unregistered}}_kernel: out of bounds on
func.func @host(%A: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %L = memref.alloc() : memref<16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %L[%tx] : memref<16xf32>
    gpu.terminator
  }
  memref.dealloc %L : memref<16xf32>
  return
}

func.func @registered(%A: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %L = memref.alloc() : memref<16xf32>
  %U = memref.cast %L : memref<16xf32> to memref<*xf32>
  gpu.host_register %U : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %L[%tx] : memref<16xf32>
    gpu.terminator
  }
  gpu.host_unregister %U : memref<*xf32>
  memref.dealloc %L : memref<16xf32>
  return
}

func.func @unregistered(%A: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %L = memref.alloc() : memref<16xf32>
  %U = memref.cast %L : memref<16xf32> to memref<*xf32>
  gpu.host_register %U : memref<*xf32>
  gpu.host_unregister %U : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %L[%tx] : memref<16xf32>
    gpu.terminator
  }
  memref.dealloc %L : memref<16xf32>
  return
}

// NOTHING: nothing_kernel: out of bounds on global memory
// NOTHING: there is no such memory
func.func @nothing() {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %L = memref.alloc() : memref<16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %zero, %L[%tx] : memref<16xf32>
    gpu.terminator
  }
  memref.dealloc %L : memref<16xf32>
  return
}
