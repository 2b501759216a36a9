// Asynchronous launches that nothing orders may run at once: a race between them
// is one, whichever the emulator runs first. Tokens order, through any number of
// launches and waits; a function that returns before its launches have ended is
// told.

// RUN: not polymem-run %s --entry=common_token | FileCheck %s --check-prefix=COMMON-TOKEN
// RUN: not polymem-run %s --entry=beside | FileCheck %s --check-prefix=BESIDE
// RUN: not polymem-run %s --entry=not_through | FileCheck %s --check-prefix=NOT-THROUGH
// RUN: not polymem-run %s --entry=reader | FileCheck %s --check-prefix=READER
// RUN: not polymem-run %s --entry=no_wait | FileCheck %s --check-prefix=NO-WAIT
// RUN: not polymem-run %s --entry=half_wait | FileCheck %s --check-prefix=HALF-WAIT
// RUN: polymem-run %s --entry=ordered | FileCheck %s --check-prefix=ORDERED
// RUN: polymem-run %s --entry=rounds | FileCheck %s --check-prefix=ROUNDS

// COMMON-TOKEN: common_token_kernel{{[_0-9]*}}: data race on argument 0[
// COMMON-TOKEN-NEXT: reads 4 bytes (load at
// COMMON-TOKEN-NEXT: wrote there before (kernel common_token_kernel{{[_0-9]*}}) (store at
// COMMON-TOKEN-NEXT: nothing orders the two launches
func.func @common_token(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  %t2 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %v = memref.load %A[%t] : memref<64xf32>
    memref.store %v, %B[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.wait [%t1, %t2]
  return
}

// A launch that the host waits for, beside one that it does not.
// BESIDE: beside_kernel{{[_0-9]*}}: data race on argument 0[
// BESIDE-NEXT: reads 4 bytes (load at
// BESIDE-NEXT: wrote there before (kernel beside_kernel{{[_0-9]*}}) (store at
// BESIDE-NEXT: nothing orders the two launches
func.func @beside(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %v = memref.load %A[%t] : memref<64xf32>
    memref.store %v, %B[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.wait [%t1]
  return
}

// The first writes what the third reads, which waits for the second only.
// NOT-THROUGH: not_through_kernel{{[_0-9]*}}: data race on argument 0[
// NOT-THROUGH-NEXT: reads 4 bytes (load at
// NOT-THROUGH-NEXT: wrote there before (kernel not_through_kernel{{[_0-9]*}}) (store at
// NOT-THROUGH-NEXT: nothing orders the two launches
func.func @not_through(%A: memref<64xf32>, %B: memref<64xf32>, %C: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  %t2 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %vb = memref.load %B[%t] : memref<64xf32>
    memref.store %vb, %C[%t] : memref<64xf32>
    gpu.terminator
  }
  %t3 = gpu.launch async [%t2] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %v = memref.load %A[%t] : memref<64xf32>
    memref.store %v, %C[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.wait [%t1, %t3]
  return
}

// Of three that read, the one that the writer does not wait for.
// READER: reader_kernel{{[_0-9]*}}: data race on argument 0[
// READER-NEXT: writes 4 bytes (store at
// READER-NEXT: read there before (kernel reader_kernel) (load at
// READER-NEXT: nothing orders the two launches
func.func @reader(%A: memref<64xf32>, %B: memref<64xf32>, %C: memref<64xf32>, %D: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %vb = memref.load %A[%t] : memref<64xf32>
    memref.store %vb, %B[%t] : memref<64xf32>
    gpu.terminator
  }
  %t2 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %vc = memref.load %A[%t] : memref<64xf32>
    memref.store %vc, %C[%t] : memref<64xf32>
    gpu.terminator
  }
  %t3 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %v = memref.load %A[%t] : memref<64xf32>
    memref.store %v, %D[%t] : memref<64xf32>
    gpu.terminator
  }
  %both = gpu.wait async [%t2, %t3]
  %t4 = gpu.launch async [%both] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.wait [%t1, %t4]
  return
}

// NO-WAIT: no_wait: the function returns without waiting for the asynchronous launch of kernel no_wait_kernel
func.func @no_wait(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  return
}

// Waits for one of two.
// HALF-WAIT: half_wait: the function returns without waiting for the asynchronous launch of kernel half_wait_kernel
func.func @half_wait(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  %t2 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %B[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.wait [%t1]
  return
}

// Chains, joined tokens, waits of the host, arrays of their own.
// ORDERED: ordered: ran
func.func @ordered(%A: memref<64xf32>, %B: memref<64xf32>, %C: memref<64xf32>, %D: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  %t2 = gpu.launch async [%t1] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %vb = memref.load %A[%t] : memref<64xf32>
    memref.store %vb, %B[%t] : memref<64xf32>
    gpu.terminator
  }
  %t3 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %f, %C[%t] : memref<64xf32>
    gpu.terminator
  }
  %both = gpu.wait async [%t2, %t3]
  %t4 = gpu.launch async [%both] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %vc = memref.load %B[%t] : memref<64xf32>
    memref.store %vc, %C[%t] : memref<64xf32>
    gpu.terminator
  }
  %t5 = gpu.launch async [%both] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %vd = memref.load %B[%t] : memref<64xf32>
    memref.store %vd, %D[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.wait [%t4, %t5]
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %va = memref.load %C[%t] : memref<64xf32>
    memref.store %va, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %v = memref.load %D[%t] : memref<64xf32>
    memref.store %v, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  return
}

// What waits for the last of a chain has waited for all of it; more of it comes
// in later rounds.
// ROUNDS: rounds: ran
func.func @rounds(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  scf.for %r = %c0 to %c3 step %c1 {
    %t0 = gpu.wait async
    %t1 = gpu.launch async [%t0] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      memref.store %f, %A[%t] : memref<64xf32>
      gpu.terminator
    }
    %t2 = gpu.launch async [%t1] blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      %v = memref.load %A[%t] : memref<64xf32>
      memref.store %v, %B[%t] : memref<64xf32>
      gpu.terminator
    }
    gpu.wait [%t2]
  }
  return
}
