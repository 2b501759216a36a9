// The zones around arrays are on the device, too: a kernel that writes beyond
// its array is found out.

// RUN: polymem-opt %s --polymem-to-emulator='instrument=false' | mlir-translate --mlir-to-llvmir \
// RUN:   | sed 's/\(@polymem_emu_data_kernel_[0-9]* = \)internal /\1/' \
// RUN:   | llc -filetype=obj -relocation-model=pic -o %t.o
// RUN: %cc -shared %t.o -o %t.so %fake_cuda
// RUN: env POLYMEM_FAKE_CUDA_KERNELS=%t.so not polymem-run %s --cuda --cuda-library=%fake_cuda 2>%t.log | FileCheck %s
// CHECK: behind: out-of-bounds write to argument 0 (16 bytes), at byte 16

func.func @behind(%A: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %x = arith.constant 1.0 : f32
    %next = arith.addi %t, %c1 : index
    memref.store %x, %A[%next] : memref<4xf32>
    gpu.terminator
  }
  return
}
