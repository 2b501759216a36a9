// RUN: polymem-opt %s --polymem-to-ptx="machine=nvidia-a100 promote=false sizes=32,32,16" | FileCheck %s --check-prefix=PTX
// RUN: polymem-opt %s --polymem-to-ptx="promote=false emit=module" | FileCheck %s --check-prefix=MODULE
// RUN: polymem-opt %s --polymem-to-ptx="promote=false output=%t.ptx" -o %t.mlir
// RUN: FileCheck %s --check-prefix=FILE < %t.ptx
// RUN: FileCheck %s --check-prefix=IR < %t.mlir

// PTX is the only output: it can be piped into ptxas.
// PTX: .version
// PTX: .target sm_80
// PTX: .visible .entry scale_kernel(
// PTX: ld.global.b32
// PTX: st.global.b32
// PTX-NOT: module

// Host code and the text.
// MODULE: llvm.func @scale
// MODULE: gpu.launch_func {{.*}}@kernels::@scale_kernel
// MODULE: gpu.binary @kernels
// MODULE-SAME: .visible .entry scale_kernel

// FILE: .target sm_90
// IR: gpu.binary @kernels
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
