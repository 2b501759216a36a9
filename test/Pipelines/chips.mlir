// Each machine with a chip gives PTX for it, and the most that a block may have
// of its shared memory counts.
// RUN: polymem-opt %polymem_src/examples/gemm.mlir --polymem-to-ptx="machine=nvidia-h100" | FileCheck %s --check-prefix=SM90
// RUN: polymem-opt %polymem_src/examples/gemm.mlir --polymem-to-ptx="machine=nvidia-rtx4090" | FileCheck %s --check-prefix=SM89
// RUN: polymem-opt %polymem_src/examples/gemm.mlir --polymem-to-ptx="machine=nvidia-a100" | FileCheck %s --check-prefix=SM80
// SM90: .target sm_90
// SM90: .visible .entry gemm_kernel(
// SM89: .target sm_89
// SM89: .visible .entry gemm_kernel(
// SM80: .target sm_80

// RUN: polymem-opt %s --polymem-tile="sizes=128,128,64 mapping=gpu machine=nvidia-rtx4090" --scratch-promote="machine=nvidia-rtx4090 memory-space=workgroup" --remarks-filter='scratch-.*' 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: exceed the capacity of 101376 bytes
func.func @mm(%A: memref<1024x1024xf64>, %B: memref<1024x1024xf64>,
              %C: memref<1024x1024xf64>) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      affine.for %k = 0 to 1024 {
        %a = affine.load %A[%i, %k] : memref<1024x1024xf64>
        %b = affine.load %B[%k, %j] : memref<1024x1024xf64>
        %c = affine.load %C[%i, %j] : memref<1024x1024xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<1024x1024xf64>
      }
    }
  }
  return
}
