// Operations on vectors have code in kernels and on the host.

// RUN: polymem-opt %s --polymem-to-ptx=schedule=never | FileCheck %s
// CHECK: .entry f_kernel
// RUN: polymem-opt %s --polymem-to-ptx='schedule=never emit=module' -o %t
// RUN: polymem-run %s --entry=f --compare --reference-pipeline='convert-scratch-to-memref' --pipeline='polymem-to-cpu{schedule=never}' --pipeline='polymem-to-emulator{schedule=never}' | FileCheck %s --check-prefix=VALUES
// VALUES-COUNT-2: identical
func.func @f(%A: memref<32x32xf32>, %B: memref<32x32xf32>, %C: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%c32) step (%c2) mapping [#gpu.block<x>] {
    %v = vector.transfer_read %A[%i, %c0], %zero {in_bounds = [true, true]} : memref<32x32xf32>, vector<2x8xf32>
    %t = vector.transpose %v, [1, 0] : vector<2x8xf32> to vector<8x2xf32>
    %w = vector.shape_cast %t : vector<8x2xf32> to vector<2x8xf32>
    vector.transfer_write %w, %B[%i, %c2] {in_bounds = [true, true]} : vector<2x8xf32>, memref<32x32xf32>
    %row = vector.extract %v[0] : vector<8xf32> from vector<2x8xf32>
    %sum = vector.reduction <add>, %row : vector<8xf32> into f32
    memref.store %sum, %C[%i] : memref<32xf32>
  }
  %u = vector.transfer_read %A[%c0, %c0], %zero : memref<32x32xf32>, vector<4x40xf32>
  vector.transfer_write %u, %A[%c2, %c2] : vector<4x40xf32>, memref<32x32xf32>
  return
}
