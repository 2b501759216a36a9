// Lanes of one warp exchange through shared memory: a barrier of the warp is
// enough, and none is too little; a shuffle needs no memory but orders none.

// RUN: polymem-run %s --compare --entry=plain --against=warp_barrier --emulator-seed=1..4 | FileCheck %s --check-prefix=GOOD
// GOOD-COUNT-4: plain against warp_barrier: emulator seed {{[1-4]}}: identical
// RUN: not polymem-run %s --entry=other_warp | FileCheck %s --check-prefix=OTHER
// RUN: not polymem-run %s --entry=shuffle_only | FileCheck %s --check-prefix=SHUFFLE

#shared = #gpu.address_space<workgroup>

func.func @plain(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %w = 0 to 2 {
    affine.for %l = 0 to 32 {
      %a = affine.load %A[32 * %w + 31 - %l] : memref<64xf32>
      affine.store %a, %B[32 * %w + %l] : memref<64xf32>
    }
  }
  return
}

func.func @warp_barrier(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c64 = arith.constant 64 : index
  %all = arith.constant -1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<64xf32, #shared>) {
    %a = memref.load %A[%tx] : memref<64xf32>
    memref.store %a, %S[%tx] : memref<64xf32, #shared>
    nvvm.bar.warp.sync %all : i32
    %other = arith.xori %tx, %c31 : index
    %b = memref.load %S[%other] : memref<64xf32, #shared>
    memref.store %b, %B[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}

// The partner is in the other warp.
func.func @other_warp(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %all = arith.constant -1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<64xf32, #shared>) {
    memref.store %zero, %S[%tx] : memref<64xf32, #shared>
    gpu.barrier
    %a = memref.load %A[%tx] : memref<64xf32>
    // OTHER: other_warp_kernel: data race on __wg_other_warp_kernel_0[{{[0-9]+}}]
    // OTHER-DAG: {{writes 4 bytes|wrote there before}} (store at {{.*}}kernel-warp.mlir:[[#@LINE+1]]:5)
    memref.store %a, %S[%tx] : memref<64xf32, #shared>
    nvvm.bar.warp.sync %all : i32
    %other = arith.xori %tx, %c63 : index
    // OTHER-DAG: {{reads 4 bytes|read there before}} (load at {{.*}}kernel-warp.mlir:[[#@LINE+2]]:10)
    // OTHER-DAG: no barrier between the two
    %b = memref.load %S[%other] : memref<64xf32, #shared>
    memref.store %b, %B[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}

func.func @shuffle_only(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  %width = arith.constant 32 : i32
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%S : memref<32xf32, #shared>) {
    memref.store %zero, %S[%tx] : memref<32xf32, #shared>
    gpu.barrier
    %a = memref.load %A[%tx] : memref<32xf32>
    // SHUFFLE: shuffle_only_kernel: data race on __wg_shuffle_only_kernel_0[{{[0-9]+}}]
    // SHUFFLE-DAG: wrote there before (store at {{.*}}kernel-warp.mlir:[[#@LINE+1]]:5)
    memref.store %a, %S[%tx] : memref<32xf32, #shared>
    %s, %valid = gpu.shuffle xor %a, %one, %width : f32
    %other = arith.xori %tx, %c31 : index
    // SHUFFLE-DAG: reads 4 bytes (load at {{.*}}kernel-warp.mlir:[[#@LINE+1]]:10)
    %b = memref.load %S[%other] : memref<32xf32, #shared>
    %sum = arith.addf %s, %b : f32
    memref.store %sum, %B[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}
