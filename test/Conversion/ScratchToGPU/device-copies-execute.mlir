// Executes launches on copies in device memory: the emulator's holds nothing of
// an array but what is copied, so what is missing or lost is seen.
//
// DEFINE: %{run} = polymem-run - --entry=plain --against=staged --compare --sizes=N=37 --sizes=N=64 --sizes=N=1 --sizes=N=0
// RUN: polymem-opt %s --convert-scratch-to-gpu="device-copies" | %{run} | FileCheck %s
// CHECK: plain against staged: N=37: identical (3 arrays, 175 elements,
// CHECK: plain against staged: N=64: identical
// CHECK: plain against staged: N=1: identical
// CHECK: plain against staged: N=0: identical

// Without any one of the copies it is not.
// RUN: polymem-opt %s --convert-scratch-to-gpu="device-copies" | sed -e "/gpu.memcpy .*, %%arg0 :/d" | not %{run} | FileCheck %s --check-prefix=LOST
// RUN: polymem-opt %s --convert-scratch-to-gpu="device-copies" | sed -e "/gpu.memcpy .*, %%arg1 :/d" | not %{run} | FileCheck %s --check-prefix=LOST
// RUN: polymem-opt %s --convert-scratch-to-gpu="device-copies" | sed -e "/gpu.memcpy *%%arg1,/d" | not %{run} | FileCheck %s --check-prefix=LOST
// RUN: polymem-opt %s --convert-scratch-to-gpu="device-copies" | sed -e "/gpu.memcpy *%%arg2,/d" | not %{run} | FileCheck %s --check-prefix=LOST
// LOST: {{expected|uninitialised read on allocation}}

func.func @plain(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["2 * N"]}, %C: memref<64xf32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to 64 {
    %x = arith.constant 2.0 : f32
    affine.store %x, %C[%i] : memref<64xf32>
  }
  affine.for %r = 0 to 3 {
    affine.for %i = 0 to %N {
      %a = affine.load %A[%i] : memref<?xf32>
      %c = affine.load %C[%i mod 64] : memref<64xf32>
      %b = affine.load %B[2 * %i] : memref<?xf32>
      %m = arith.mulf %a, %c : f32
      %s = arith.addf %m, %b : f32
      affine.store %s, %B[2 * %i] : memref<?xf32>
    }
  }
  return
}

func.func @staged(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["2 * N"]}, %C: memref<64xf32>, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%o) = (%c0) to (%c64) step (%c32) mapping [#gpu.block<x>] {
    %e = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%o]
    scratch.tile (%i) = (%o) to (%e) step (%c1) mapping [#gpu.thread<x>] {
      %x = arith.constant 2.0 : f32
      affine.store %x, %C[%i] : memref<64xf32>
    }
  }
  scf.for %r = %c0 to %c3 step %c1 {
    scratch.tile (%o) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
      %e = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%o, %N]
      scratch.tile (%i) = (%o) to (%e) step (%c1) mapping [#gpu.thread<x>] {
        %a = affine.load %A[%i] : memref<?xf32>
        %c = affine.load %C[%i mod 64] : memref<64xf32>
        %b = affine.load %B[2 * %i] : memref<?xf32>
        %m = arith.mulf %a, %c : f32
        %s = arith.addf %m, %b : f32
        affine.store %s, %B[2 * %i] : memref<?xf32>
      }
    }
  }
  return
}
