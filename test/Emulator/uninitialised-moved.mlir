// What nobody has written may be copied, also if it is loaded one step before it is stored; to use it is an error.

// RUN: polymem-run %s --entry=copied | FileCheck %s --check-prefix=COPIED
// COPIED: copied: ran
// RUN: not polymem-run %s --entry=used | FileCheck %s
// CHECK: used: used_kernel: uninitialised read on __wg_used_kernel_0[15]
// CHECK-NEXT: thread (15, 0, 0) of block (0, 0, 0) reads 4 bytes (load at {{.*}}uninitialised-moved.mlir:[[#]]:10)

#shared = #gpu.address_space<workgroup>

// The last column of the device's array has no values, and is in a cell that nobody looks at.
func.func @copied(%B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %D = gpu.alloc() : memref<6x16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c15, %sy = %c1, %sz = %c1) {
    scf.for %k = %c0 to %c5 step %c1 {
      memref.store %zero, %D[%k, %tx] : memref<6x16xf32>
    }
    memref.store %zero, %D[%c5, %tx] : memref<6x16xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<16xf32, #shared>) {
    %first = memref.load %D[%c0, %tx] : memref<6x16xf32>
    %inside = arith.cmpi slt, %tx, %c15 : index
    %end = scf.for %k = %c0 to %c5 step %c1 iter_args(%now = %first) -> (f32) {
      gpu.barrier
      memref.store %now, %S[%tx] : memref<16xf32, #shared>
      %after = arith.addi %k, %c1 : index
      %next = memref.load %D[%after, %tx] : memref<6x16xf32>
      gpu.barrier
      scf.if %inside {
        %v = memref.load %S[%tx] : memref<16xf32, #shared>
        %w = arith.addf %v, %v : f32
        memref.store %w, %B[%tx] : memref<16xf32>
      }
      scf.yield %next : f32
    }
    gpu.terminator
  }
  gpu.dealloc %D : memref<6x16xf32>
  return
}

// The same, and all threads compute with their cell.
func.func @used(%B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %D = gpu.alloc() : memref<6x16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    scf.for %k = %c0 to %c5 step %c1 {
      memref.store %zero, %D[%k, %tx] : memref<6x16xf32>
    }
    %inside = arith.cmpi slt, %tx, %c15 : index
    scf.if %inside {
      memref.store %zero, %D[%c5, %tx] : memref<6x16xf32>
    }
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<16xf32, #shared>) {
    %first = memref.load %D[%c1, %tx] : memref<6x16xf32>
    %end = scf.for %k = %c1 to %c5 step %c1 iter_args(%now = %first) -> (f32) {
      gpu.barrier
      memref.store %now, %S[%tx] : memref<16xf32, #shared>
      %after = arith.addi %k, %c1 : index
      %next = memref.load %D[%after, %tx] : memref<6x16xf32>
      gpu.barrier
      %v = memref.load %S[%tx] : memref<16xf32, #shared>
      %w = arith.addf %v, %v : f32
      memref.store %w, %B[%tx] : memref<16xf32>
      scf.yield %next : f32
    }
    gpu.barrier
    memref.store %end, %S[%tx] : memref<16xf32, #shared>
    gpu.barrier
    %v = memref.load %S[%tx] : memref<16xf32, #shared>
    %w = arith.addf %v, %v : f32
    memref.store %w, %B[%tx] : memref<16xf32>
    gpu.terminator
  }
  gpu.dealloc %D : memref<6x16xf32>
  return
}
