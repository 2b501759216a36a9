// Bank conflicts of a kernel's accesses to shared memory, on machines with 32
// and with 16 banks.

// RUN: polymem-run %s --entry=banks --count | FileCheck %s
// RUN: polymem-run %s --entry=banks --count --machine=nvidia-gtx8800 | FileCheck %s --check-prefix=G80
// CHECK: shared load 7 224 896 42 7
// G80: shared load 7 224 896 52 14

func.func @banks(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %c33 = arith.constant 33 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<1056xf32, #gpu.address_space<workgroup>>) {
    // 33 rounds of 32 words, without conflicts.
    scf.for %i = %c0 to %c33 step %c1 {
      %first = arith.muli %i, %c32 : index
      %at = arith.addi %first, %t : index
      memref.store %zero, %S[%at] : memref<1056xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %i2 = arith.muli %t, %c2 : index
    %i4 = arith.muli %t, %c4 : index
    %i17 = arith.muli %t, %c17 : index
    %i32 = arith.muli %t, %c32 : index
    %i33 = arith.muli %t, %c33 : index
    // CHECK: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+2]]:11 1 32 128 1 1
    // G80: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+1]]:11 1 32 128 2 2
    %v1 = memref.load %S[%t] : memref<1056xf32, #gpu.address_space<workgroup>>
    // Lanes t and t + 16 meet in bank 2t.
    // CHECK: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+2]]:11 1 32 128 2 1
    // G80: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+1]]:11 1 32 128 4 2
    %v2 = memref.load %S[%i2] : memref<1056xf32, #gpu.address_space<workgroup>>
    // CHECK: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+2]]:11 1 32 128 4 1
    // G80: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+1]]:11 1 32 128 8 2
    %v4 = memref.load %S[%i4] : memref<1056xf32, #gpu.address_space<workgroup>>
    // CHECK: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+2]]:12 1 32 128 1 1
    // G80: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+1]]:12 1 32 128 2 2
    %v17 = memref.load %S[%i17] : memref<1056xf32, #gpu.address_space<workgroup>>
    // A column of rows of 32 words.
    // CHECK: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+2]]:12 1 32 128 32 1
    // G80: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+1]]:12 1 32 128 32 2
    %v32 = memref.load %S[%i32] : memref<1056xf32, #gpu.address_space<workgroup>>
    // A column of rows that are padded to 33 words.
    // CHECK: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+2]]:12 1 32 128 1 1
    // G80: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+1]]:12 1 32 128 2 2
    %v33 = memref.load %S[%i33] : memref<1056xf32, #gpu.address_space<workgroup>>
    // Broadcast.
    // CHECK: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+2]]:11 1 32 128 1 1
    // G80: load at {{.*}}kernel-bank-conflicts.mlir:[[#@LINE+1]]:11 1 32 128 2 2
    %v0 = memref.load %S[%c4] : memref<1056xf32, #gpu.address_space<workgroup>>
    %s1 = arith.addf %v1, %v2 : f32
    %s2 = arith.addf %s1, %v4 : f32
    %s3 = arith.addf %s2, %v17 : f32
    %s4 = arith.addf %s3, %v32 : f32
    %s5 = arith.addf %s4, %v33 : f32
    %s6 = arith.addf %s5, %v0 : f32
    memref.store %s6, %A[%t] : memref<32xf32>
    // CHECK: shared store 33 1056 4224 33 33
    // G80: shared store 33 1056 4224 66 66
    gpu.terminator
  }
  return
}
