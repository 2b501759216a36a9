// RUN: polymem-opt %s --polymem-to-emulator="sizes=8,8" | FileCheck %s
// RUN: polymem-opt %s --polymem-to-emulator="sizes=8,8 instrument=false" | FileCheck %s --check-prefix=PLAIN
// RUN: polymem-opt %s --polymem-to-emulator="sizes=8,8 count-instructions=true" | FileCheck %s --check-prefix=COUNT
// RUN: polymem-opt %s --polymem-to-emulator="sizes=8,8 machine=nvidia-gtx8800" | FileCheck %s
// RUN: not polymem-opt %s --polymem-to-emulator="machine=cpu" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not polymem-opt %s --polymem-to-emulator="index-bitwidth=16" 2>&1 | FileCheck %s --check-prefix=INDEX

// Host code and kernels, all in the LLVM dialect. (A machine needs no chip.)
// CHECK-NOT: gpu.
// CHECK-NOT: nvvm.
// CHECK: llvm.func @scale(
// CHECK: llvm.call @polymem_emu_launch
// CHECK: llvm.func @kernels_scale_kernel(
// CHECK: llvm.call @polymem_emu_access
// PLAIN-NOT: llvm.call @polymem_emu_access
// COUNT: llvm.call @polymem_emu_instructions
// CPU: machine 'cpu' is not a GPU: polymem-to-emulator needs one; see polymem-to-cpu
// INDEX: for the --index-bitwidth option: there is no '16'; give 'auto', '32' or '64'
func.func @scale(%A: memref<?x?xf32>, %m: index, %n: index, %x: f32) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.mulf %a, %x : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The kernels are those of PTX: what precedes the back end is one string. (The
// emulator is told the shapes of buffers in addition.)
// RUN: polymem-opt %s --polymem-to-emulator="sizes=8,8 cooperative=never" --dump-pass-pipeline -o /dev/null 2>&1 | sed '1d;s/record-shapes=true/record-shapes=false/;/convert-gpu-to-emulator/,$d' > %t.emulator
// RUN: polymem-opt %s --polymem-to-ptx="sizes=8,8 emit=module" --dump-pass-pipeline -o /dev/null 2>&1 | sed '1d;/polymem-require-kernels/,$d' > %t.ptx
// RUN: grep -q convert-gpu-to-nvvm %t.ptx
// RUN: diff %t.emulator %t.ptx
