// A matrix product with tiles of two loops: buffers are as long as the third one, and where
// they do not fit, it is cut into strips, in which there is room for A, but not for B. Both versions are proved, and give the same bits,
// on either side of what fits: 256 bytes of A and B for each k, and C.

// RUN: sed -e 's/"bytes": 232448/"bytes": 8192/' -e 's/"static-bytes": 49152/"static-bytes": 8192/' %polymem_src/machines/nvidia-h200.json > %t.json
// DEFINE: %{run} = polymem-run %s --check --compare --uninterpreted --sizes=M=35,N=33,K=16 --sizes=M=9,N=3,K=17 --sizes=M=5,N=33,K=31 --sizes=M=33,N=5,K=71 --sizes=M=1,N=1,K=1 --sizes=M=2,N=2,K=0 --sizes=M=0,N=2,K=2
// DEFINE: %{options} = schedule=never sizes=32,32 machine=%t.json
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline='polymem-to-emulator{%{options}}' --pipeline='polymem-to-emulator{%{options} fit=global}' --pipeline='polymem-to-emulator{%{options} fit=global device-copies}'

// RUN: polymem-opt %s --polymem-to-ptx="emit=staged %{options}" 2>/dev/null | FileCheck %s
// CHECK: func.func @gemm(%[[A:[a-z0-9]+]]: memref<?x?xf32>{{[^%]*}}, %{{[a-z0-9]+}}: memref<?x?xf32>{{[^%]*}}, %[[C:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: affine.if
// CHECK: } else {
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK: scratch.copy_in %[[C]]
// CHECK: scratch.tile ({{.*}} step (%[[C32]]) {
// CHECK: scratch.copy_in %[[A]]
// CHECK: } {polymem.fits}

func.func @gemm(%A: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf32> {polymem.shape = ["K", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
