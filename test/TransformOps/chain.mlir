// Handles lead from one nest of two through tiles, buffers and padding to a
// launch; the other nest stays as it is. Then that is mapped as well, another
// way, and the emulator computes what the program does.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/chain.mlir},transform-interpreter{entry-point=one})' | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/chain.mlir},transform-interpreter{entry-point=both})' | FileCheck %s --check-prefix=BOTH
// RUN: polymem-run %s --emulate --compare --sizes=N=40,M=70,K=36 --pipeline='builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/chain.mlir},transform-interpreter{entry-point=both},func.func(canonicalize,cse,polymem-hoist-allocas,expand-strided-metadata,lower-affine),gpu-launch-sink-index-computations,gpu-kernel-outlining,func.func(gpu-async-region),gpu.module(polymem-annotate-kernels,canonicalize,cse,convert-scf-to-cf,convert-nvgpu-to-nvvm,convert-gpu-to-nvvm{index-bitwidth=64},canonicalize,cse,reconcile-unrealized-casts),convert-gpu-to-emulator,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,canonicalize,cse,reconcile-unrealized-casts)' | FileCheck %s --check-prefix=EMULATED

// BOTH: gpu.launch {{.*}} module(@kernels) function(@twice_kernel) workgroup
// BOTH: gpu.launch {{.*}} threads({{.*}} dynamic_shared_memory_size {{.*}} module(@kernels) function(@twice_kernel_1)
// EMULATED: identical
// CHECK-LABEL: func.func @twice(
// CHECK:         gpu.launch blocks
// CHECK-SAME:      workgroup(%{{.+}} : memref<16x16xf32, {{.*}}>, %{{.+}} : memref<16x
// CHECK:           gpu.barrier
// CHECK:         } {mapped}
// CHECK-NOT:     gpu.launch
// CHECK:         affine.for
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.for
// CHECK:         return
func.func @twice(%A: memref<?x?xf32> {polymem.shape = ["N", "K"]},
                 %B: memref<?x?xf32> {polymem.shape = ["K", "M"]},
                 %C: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                 %D: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                 %N: index {polymem.param = "N"},
                 %M: index {polymem.param = "M"},
                 %K: index {polymem.param = "K"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  } {first}
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %D[%i, %j] : memref<?x?xf32>
        %x = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.mulf %p, %x : f32
        %s = arith.addf %c, %q : f32
        affine.store %s, %D[%i, %j] : memref<?x?xf32>
      }
    }
  } {second}
  return
}
