// Pointer arithmetic of kernels promises nothing to LLVM; that of host code stays as it is. The
// default pipelines do so, since bases of narrow indices may lie before their array.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-relax-addresses))' | FileCheck %s

// CHECK-LABEL: gpu.module @kernels
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}] :
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}] :
gpu.module @kernels {
  llvm.func @kernel(%p: !llvm.ptr, %i: i64) -> f32 {
    %0 = llvm.getelementptr inbounds|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %1 = llvm.getelementptr inbounds %0[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %2 = llvm.load %1 : !llvm.ptr -> f32
    llvm.return %2 : f32
  }
}

// CHECK-LABEL: llvm.func @host
// CHECK: llvm.getelementptr inbounds|nuw
llvm.func @host(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %0 = llvm.getelementptr inbounds|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %0 : !llvm.ptr
}
