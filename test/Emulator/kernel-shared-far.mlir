// An access beyond a buffer that would land in another one is out of bounds,
// however far it goes; without the checker, guards of another width for each
// seed notice a write.

// RUN: not polymem-run %s --entry=far_read | FileCheck %s --check-prefix=READ
// RUN: not polymem-run %s --entry=before | FileCheck %s --check-prefix=BEFORE
// RUN: not polymem-run %s --entry=far_write --checked=false --emulator-seed=1..8 | FileCheck %s --check-prefix=WRITE
// RUN: not polymem-run %s --entry=two_dynamic --emulator-seed=1..8 | FileCheck %s --check-prefix=UNKNOWN

#shared = #gpu.address_space<workgroup>

func.func @far_read(%A: memref<4xf32>, %B: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<64xf32, #shared>, %r : memref<64xf32, #shared>) {
    %a = memref.load %A[%t] : memref<4xf32>
    memref.store %a, %s[%t] : memref<64xf32, #shared>
    memref.store %a, %r[%t] : memref<64xf32, #shared>
    gpu.barrier
    %o = arith.addi %t, %c96 : index
    // READ: far_read_kernel: out of bounds on __wg_far_read_kernel_0[{{9[6-9]}}]
    // READ-NEXT: reads 4 bytes (load at {{.*}}mlir:[[#@LINE+2]]:10)
    // READ-NEXT: the nearest region, __wg_far_read_kernel_0, has 64 elements; this is 1{{[0-9]+}} bytes behind its end
    %b = memref.load %s[%o] : memref<64xf32, #shared>
    memref.store %b, %B[%t] : memref<4xf32>
    gpu.terminator
  }
  return
}

// Into the first buffer, from the second.
func.func @before(%A: memref<4xf32>) {
  %c3000 = arith.constant 3000 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<4096xf32, #shared>, %r : memref<64xf32, #shared>) {
    %a = memref.load %A[%t] : memref<4xf32>
    memref.store %a, %s[%t] : memref<4096xf32, #shared>
    %o = arith.subi %t, %c3000 : index
    // BEFORE: before_kernel: out of bounds on __wg_before_kernel_1[-{{[0-9]+}}]
    // BEFORE: bytes before it
    memref.store %a, %r[%o] : memref<64xf32, #shared>
    gpu.terminator
  }
  return
}

// WRITE-DAG: out-of-bounds write to workgroup memory, {{[0-9]+}} bytes {{behind|before}} __wg_far_write_kernel_
func.func @far_write(%A: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c600 = arith.constant 600 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<64xf32, #shared>, %r : memref<2048xf32, #shared>) {
    %a = memref.load %A[%t] : memref<4xf32>
    %o = arith.addi %t, %c600 : index
    memref.store %a, %s[%o] : memref<64xf32, #shared>
    gpu.terminator
  }
  return
}

// Of which of two buffers an address comes is not seen.
// UNKNOWN: out of bounds on __wg_two_dynamic_kernel_
func.func @two_dynamic(%A: memref<4xf32>, %B: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c600 = arith.constant 600 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<512xf32, #shared>, %r : memref<512xf32, #shared>) {
    %low = arith.cmpi ult, %t, %c2 : index
    %which = arith.select %low, %s, %r : memref<512xf32, #shared>
    %a = memref.load %A[%t] : memref<4xf32>
    memref.store %a, %which[%t] : memref<512xf32, #shared>
    %o = arith.addi %t, %c600 : index
    memref.store %a, %which[%o] : memref<512xf32, #shared>
    gpu.terminator
  }
  return
}
