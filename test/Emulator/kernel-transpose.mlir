// Transpositions of 64 x 64 elements, 32 x 32 a block of 32 x 8 threads. Without
// shared memory the stores touch a sector per lane; through a tile of 32 words a
// row they do not, but each column of the tile lies in one bank; a row of 33
// words cures that.

// RUN: polymem-run %s --compare --entry=plain --against=direct --against=tiled --against=padded --count | FileCheck %s

func.func @plain(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<64x64xf32>
      affine.store %a, %B[%j, %i] : memref<64x64xf32>
    }
  }
  return
}

// 4 blocks of 8 warps, each with 4 rows of 32 elements: 128 requests.
// CHECK: plain against direct: identical
// CHECK-NEXT: direct_kernel: 1 launch, 4 blocks, 1024 threads, 32 warps, 0 block barriers
// CHECK: global load 128 4096 16384 512 512
// CHECK: global store 128 4096 16384 4096 512
func.func @direct(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c8, %sz = %c1) {
    %i0 = arith.muli %by, %c32 : index
    %j0 = arith.muli %bx, %c32 : index
    scf.for %ii = %ty to %c32 step %c8 {
      %i = arith.addi %i0, %ii : index
      %j = arith.addi %j0, %tx : index
      %a = memref.load %A[%i, %j] : memref<64x64xf32>
      memref.store %a, %B[%j, %i] : memref<64x64xf32>
    }
    gpu.terminator
  }
  return
}

// CHECK: plain against tiled: identical
// CHECK-NEXT: tiled_kernel: 1 launch, 4 blocks, 1024 threads, 32 warps, 4 block barriers
// CHECK: global load 128 4096 16384 512 512
// CHECK: global store 128 4096 16384 512 512
// CHECK: shared load 128 4096 16384 4096 128
// CHECK: shared store 128 4096 16384 128 128
func.func @tiled(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c8, %sz = %c1)
             workgroup(%T : memref<32x32xf32, #gpu.address_space<workgroup>>) {
    %i0 = arith.muli %by, %c32 : index
    %j0 = arith.muli %bx, %c32 : index
    scf.for %ii = %ty to %c32 step %c8 {
      %i = arith.addi %i0, %ii : index
      %j = arith.addi %j0, %tx : index
      %a = memref.load %A[%i, %j] : memref<64x64xf32>
      memref.store %a, %T[%ii, %tx] : memref<32x32xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %jj = %ty to %c32 step %c8 {
      %j = arith.addi %j0, %jj : index
      %i = arith.addi %i0, %tx : index
      %a = memref.load %T[%tx, %jj] : memref<32x32xf32, #gpu.address_space<workgroup>>
      memref.store %a, %B[%j, %i] : memref<64x64xf32>
    }
    gpu.terminator
  }
  return
}

// CHECK: plain against padded: identical
// CHECK: global load 128 4096 16384 512 512
// CHECK: global store 128 4096 16384 512 512
// CHECK: shared load 128 4096 16384 128 128
// CHECK: shared store 128 4096 16384 128 128
func.func @padded(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c8, %sz = %c1)
             workgroup(%T : memref<32x33xf32, #gpu.address_space<workgroup>>) {
    %i0 = arith.muli %by, %c32 : index
    %j0 = arith.muli %bx, %c32 : index
    scf.for %ii = %ty to %c32 step %c8 {
      %i = arith.addi %i0, %ii : index
      %j = arith.addi %j0, %tx : index
      %a = memref.load %A[%i, %j] : memref<64x64xf32>
      memref.store %a, %T[%ii, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %jj = %ty to %c32 step %c8 {
      %j = arith.addi %j0, %jj : index
      %i = arith.addi %i0, %tx : index
      %a = memref.load %T[%tx, %jj] : memref<32x33xf32, #gpu.address_space<workgroup>>
      memref.store %a, %B[%j, %i] : memref<64x64xf32>
    }
    gpu.terminator
  }
  return
}
