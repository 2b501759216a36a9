// affine.delinearize_index and affine.linearize_index are subscripts like
// others.

// RUN: polymem-opt %s --polymem-to-ptx | FileCheck %s
// CHECK: .entry f_kernel
// RUN: polymem-run %s --entry=f --compare --pipeline=polymem-to-cpu --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=VALUES
// VALUES-COUNT-2: identical
func.func @f(%A: memref<8x8xf32>, %B: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %q:2 = affine.delinearize_index %i into (8, 8) : index, index
    %l = affine.linearize_index [%q#1, %q#0] by (8, 8) : index
    %x = memref.load %A[%q#0, %q#1] : memref<8x8xf32>
    memref.store %x, %B[%l] : memref<64xf32>
  }
  return
}
