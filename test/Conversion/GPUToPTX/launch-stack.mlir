// Each launch gives back the stack memory that its translation takes.

// RUN: polymem-opt %s --polymem-launch-stack | FileCheck %s
// RUN: polymem-opt %s --polymem-launch-stack | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = ".version 8.0">]

  // CHECK-LABEL: llvm.func @in_loop
  // CHECK: ^bb1
  // CHECK: %[[STACK:.*]] = llvm.intr.stacksave : !llvm.ptr
  // CHECK-NEXT: gpu.launch_func
  // CHECK-NEXT: llvm.intr.stackrestore %[[STACK]] : !llvm.ptr
  // LLVM-LABEL: define void @in_loop
  // LLVM: %[[STACK:.*]] = call ptr @llvm.stacksave.p0()
  // LLVM: alloca
  // LLVM: call void @mgpuLaunchKernel
  // LLVM: call void @llvm.stackrestore.p0(ptr %[[STACK]])
  llvm.func @in_loop(%n: i64, %A: !llvm.ptr, %stream: !llvm.ptr) {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(1 : i64) : i64
    llvm.br ^bb1(%0 : i64)
  ^bb1(%i: i64):
    gpu.launch_func <%stream : !llvm.ptr> @kernels::@f blocks in (%1, %1, %1) threads in (%1, %1, %1) : i64 args(%A : !llvm.ptr, %i : i64)
    %next = llvm.add %i, %1 : i64
    %more = llvm.icmp "slt" %next, %n : i64
    llvm.cond_br %more, ^bb1(%next : i64), ^bb2
  ^bb2:
    llvm.return
  }
}
