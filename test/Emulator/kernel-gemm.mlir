// The counts of a matrix product, 48 x 48 with tiles of 16 x 16, are what one
// computes by hand, and do not depend on the order of threads and blocks.

// RUN: polymem-run %s --compare --entry=plain --against=gemm --count | FileCheck %s
// RUN: polymem-run %s --entry=gemm --count-json=%t.1 --emulator-seed=1
// RUN: polymem-run %s --entry=gemm --count-json=%t.2 --emulator-seed=2
// RUN: polymem-run %s --entry=gemm --count-json=%t.3 --emulator-seed=3 --checked=false
// RUN: diff %t.1 %t.2
// RUN: diff %t.1 %t.3

func.func @plain(%A: memref<48x48xf32>, %B: memref<48x48xf32>, %C: memref<48x48xf32>) {
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 48 {
      affine.for %k = 0 to 48 {
        %a = affine.load %A[%i, %k] : memref<48x48xf32>
        %b = affine.load %B[%k, %j] : memref<48x48xf32>
        %c = affine.load %C[%i, %j] : memref<48x48xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<48x48xf32>
      }
    }
  }
  return
}

// 9 blocks of 8 warps; a warp has two rows of 16 threads. Three tiles along k.
// CHECK: plain against gemm: identical
// CHECK-NEXT: gemm_kernel: 1 launch, 9 blocks, 2304 threads, 72 warps, 54 block barriers
// CHECK: global load 504 16128 64512 2016 2016
func.func @gemm(%A: memref<48x48xf32>, %B: memref<48x48xf32>, %C: memref<48x48xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c3, %gy = %c3, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c16, %sz = %c1)
             workgroup(%TA : memref<16x16xf32, #gpu.address_space<workgroup>>,
                       %TB : memref<16x16xf32, #gpu.address_space<workgroup>>) {
    %i0 = arith.muli %by, %c16 : index
    %j0 = arith.muli %bx, %c16 : index
    %i = arith.addi %i0, %ty : index
    %j = arith.addi %j0, %tx : index
    // 72 warps, 2 rows of 64 bytes each.
    // CHECK: load at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} 72 2304 9216 288 288
    %c = memref.load %C[%i, %j] : memref<48x48xf32>
    %sum = scf.for %kk = %c0 to %c48 step %c16 iter_args(%acc = %c) -> f32 {
      %ka = arith.addi %kk, %tx : index
      %kb = arith.addi %kk, %ty : index
      // CHECK: load at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} 216 6912 27648 864 864
      %a = memref.load %A[%i, %ka] : memref<48x48xf32>
      // CHECK: load at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} 216 6912 27648 864 864
      %b = memref.load %B[%kb, %j] : memref<48x48xf32>
      memref.store %a, %TA[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      memref.store %b, %TB[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %next = scf.for %k = %c0 to %c16 step %c1 iter_args(%old = %acc) -> f32 {
        %x = memref.load %TA[%ty, %k] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %y = memref.load %TB[%k, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %old, %p : f32
        scf.yield %s : f32
      }
      gpu.barrier
      scf.yield %next : f32
    }
    memref.store %sum, %C[%i, %j] : memref<48x48xf32>
    gpu.terminator
  }
  return
}
// CHECK: global store 72 2304 9216 288 288
// Two words a request from the rows of A's tile, in banks 16 apart; 16 words
// from B's, shared by the two halves of the warp.
// CHECK: shared load 6912 221184 884736 6912 6912
// CHECK: shared store 432 13824 55296 432 432
// 72 warps x 48 products: a multiplication and an addition each.
// CHECK: barrier 432 13824
// CHECK: float 6912 221184
