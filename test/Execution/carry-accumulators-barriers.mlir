// What a thread carries from step to step is stored by another thread before the loop, and read by another
// one behind it: without the barrier that polymem-carry-accumulators makes there, either is a race. Rows of no
// step, of one and of several.
// DEFINE: %{run} = polymem-run %s --emulate --compare --entry=launch --against=sums --emulator-seed=1..8 --sizes=N=0 --sizes=N=1 --sizes=N=5
// RUN: %{run} --pipeline='gpu-kernel-outlining,gpu.module(polymem-carry-accumulators)' | FileCheck %s
// CHECK-COUNT-6: identical

// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu-kernel-outlining,gpu.module(polymem-carry-accumulators))' | FileCheck %s --check-prefix=CARRIED
// CARRIED: scf.for {{.*}} iter_args({{.*}}) -> (f32)

// B = C + the sums of the columns of A.
func.func @sums(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %C: memref<8xf32>, %B: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  affine.for %i = 0 to 8 {
    %c = affine.load %C[%i] : memref<8xf32>
    affine.store %c, %B[%i] : memref<8xf32>
  }
  affine.for %k = 0 to %N {
    affine.for %i = 0 to 8 {
      %a = affine.load %A[%k, %i] : memref<?x8xf32>
      %b = affine.load %B[%i] : memref<8xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<8xf32>
    }
  }
  return
}

func.func @launch(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %C: memref<8xf32>, %B: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>) {
    // Another thread's cell.
    %other = arith.subi %c7, %tx : index
    %c = memref.load %C[%other] : memref<8xf32>
    memref.store %c, %w[%other] : memref<8xf32, #gpu.address_space<workgroup>>
    %inside = arith.cmpi slt, %tx, %c8 : index
    scf.for %k = %c0 to %N step %c1 {
      gpu.barrier
      scf.if %inside {
        %a = memref.load %A[%k, %tx] : memref<?x8xf32>
        %p = memref.load %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
        %s = arith.addf %p, %a : f32
        memref.store %s, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
    }
    %last = memref.load %w[%other] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %last, %B[%other] : memref<8xf32>
    gpu.terminator
  }
  return
}
