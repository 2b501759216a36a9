// Sums and minima of sums and minima, each used twice: they are looked at once, not 2^40 times.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-narrow-indices))' | FileCheck %s

// CHECK-LABEL: gpu.func @deep
// CHECK: scf.for
gpu.module @kernels {
  gpu.func @deep(%N: index, %A: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a0 = arith.addi %N, %c1 : index
    %m0 = arith.minsi %N, %c1 : index
    %a1 = arith.addi %a0, %a0 : index
    %m1 = arith.minsi %m0, %m0 : index
    %a2 = arith.addi %a1, %a1 : index
    %m2 = arith.minsi %m1, %m1 : index
    %a3 = arith.addi %a2, %a2 : index
    %m3 = arith.minsi %m2, %m2 : index
    %a4 = arith.addi %a3, %a3 : index
    %m4 = arith.minsi %m3, %m3 : index
    %a5 = arith.addi %a4, %a4 : index
    %m5 = arith.minsi %m4, %m4 : index
    %a6 = arith.addi %a5, %a5 : index
    %m6 = arith.minsi %m5, %m5 : index
    %a7 = arith.addi %a6, %a6 : index
    %m7 = arith.minsi %m6, %m6 : index
    %a8 = arith.addi %a7, %a7 : index
    %m8 = arith.minsi %m7, %m7 : index
    %a9 = arith.addi %a8, %a8 : index
    %m9 = arith.minsi %m8, %m8 : index
    %a10 = arith.addi %a9, %a9 : index
    %m10 = arith.minsi %m9, %m9 : index
    %a11 = arith.addi %a10, %a10 : index
    %m11 = arith.minsi %m10, %m10 : index
    %a12 = arith.addi %a11, %a11 : index
    %m12 = arith.minsi %m11, %m11 : index
    %a13 = arith.addi %a12, %a12 : index
    %m13 = arith.minsi %m12, %m12 : index
    %a14 = arith.addi %a13, %a13 : index
    %m14 = arith.minsi %m13, %m13 : index
    %a15 = arith.addi %a14, %a14 : index
    %m15 = arith.minsi %m14, %m14 : index
    %a16 = arith.addi %a15, %a15 : index
    %m16 = arith.minsi %m15, %m15 : index
    %a17 = arith.addi %a16, %a16 : index
    %m17 = arith.minsi %m16, %m16 : index
    %a18 = arith.addi %a17, %a17 : index
    %m18 = arith.minsi %m17, %m17 : index
    %a19 = arith.addi %a18, %a18 : index
    %m19 = arith.minsi %m18, %m18 : index
    %a20 = arith.addi %a19, %a19 : index
    %m20 = arith.minsi %m19, %m19 : index
    %a21 = arith.addi %a20, %a20 : index
    %m21 = arith.minsi %m20, %m20 : index
    %a22 = arith.addi %a21, %a21 : index
    %m22 = arith.minsi %m21, %m21 : index
    %a23 = arith.addi %a22, %a22 : index
    %m23 = arith.minsi %m22, %m22 : index
    %a24 = arith.addi %a23, %a23 : index
    %m24 = arith.minsi %m23, %m23 : index
    %a25 = arith.addi %a24, %a24 : index
    %m25 = arith.minsi %m24, %m24 : index
    %a26 = arith.addi %a25, %a25 : index
    %m26 = arith.minsi %m25, %m25 : index
    %a27 = arith.addi %a26, %a26 : index
    %m27 = arith.minsi %m26, %m26 : index
    %a28 = arith.addi %a27, %a27 : index
    %m28 = arith.minsi %m27, %m27 : index
    %a29 = arith.addi %a28, %a28 : index
    %m29 = arith.minsi %m28, %m28 : index
    %a30 = arith.addi %a29, %a29 : index
    %m30 = arith.minsi %m29, %m29 : index
    %a31 = arith.addi %a30, %a30 : index
    %m31 = arith.minsi %m30, %m30 : index
    %a32 = arith.addi %a31, %a31 : index
    %m32 = arith.minsi %m31, %m31 : index
    %a33 = arith.addi %a32, %a32 : index
    %m33 = arith.minsi %m32, %m32 : index
    %a34 = arith.addi %a33, %a33 : index
    %m34 = arith.minsi %m33, %m33 : index
    %a35 = arith.addi %a34, %a34 : index
    %m35 = arith.minsi %m34, %m34 : index
    %a36 = arith.addi %a35, %a35 : index
    %m36 = arith.minsi %m35, %m35 : index
    %a37 = arith.addi %a36, %a36 : index
    %m37 = arith.minsi %m36, %m36 : index
    %a38 = arith.addi %a37, %a37 : index
    %m38 = arith.minsi %m37, %m37 : index
    %a39 = arith.addi %a38, %a38 : index
    %m39 = arith.minsi %m38, %m38 : index
    %a40 = arith.addi %a39, %a39 : index
    %m40 = arith.minsi %m39, %m39 : index
    scf.for %i = %c0 to %m40 step %c1 {
      memref.store %a40, %A[%a40] : memref<?xindex>
    }
    gpu.return
  }
}
