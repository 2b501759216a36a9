// Loops in a launch are some thread's, and stay loops.

// RUN: polymem-opt %s --polymem-tile=mapping=gpu | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx | FileCheck %s --check-prefix=PTX
// PTX: .entry f_kernel

// CHECK-LABEL: func @f
// CHECK: gpu.launch
// CHECK: affine.for
// CHECK-NOT: scratch.tile
// CHECK: gpu.terminator
func.func @f(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %x = memref.load %A[%tx] : memref<64xf32>
    gpu.barrier
    affine.for %i = 0 to 64 {
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%i] : memref<64xf32>
    }
    gpu.terminator
  }
  return
}
