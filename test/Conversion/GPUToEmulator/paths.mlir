// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s

// Threads count the iterations of loops that contain barriers, and tell the
// counts before each barrier; loops without any are left alone.
// CHECK-LABEL: llvm.func @m_k(
// CHECK-SAME: %[[T:.*]]: !llvm.ptr
// CHECK: %[[COUNTER:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[PATH:.*]] = llvm.getelementptr %[[T]][72]
// CHECK: %[[START:.*]] = llvm.load %[[PATH]] : !llvm.ptr -> i64
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.store %[[ZERO]], %[[COUNTER]] : i64, !llvm.ptr
// CHECK: ^[[HEADER:.*]]:
// CHECK: %[[OLD:.*]] = llvm.load %[[COUNTER]] : !llvm.ptr -> i64
// CHECK: %[[NEW:.*]] = llvm.add %[[OLD]], %{{.*}} : i64
// CHECK: llvm.store %[[NEW]], %[[COUNTER]] : i64, !llvm.ptr
// CHECK: %[[COUNT:.*]] = llvm.load %[[COUNTER]] : !llvm.ptr -> i64
// CHECK: %[[SUM:.*]] = llvm.add %[[START]], %[[COUNT]] : i64
// CHECK: %[[HASH:.*]] = llvm.mul %[[SUM]], %{{.*}} : i64
// CHECK: llvm.store %[[HASH]], %[[PATH]] : i64, !llvm.ptr
// CHECK: llvm.call @polymem_emu_barrier(
// CHECK: ^[[PLAIN:.*]]:
// CHECK-NOT: llvm.load
// CHECK: llvm.cond_br
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%more: i1) attributes {gpu.kernel, nvvm.kernel} {
      llvm.br ^loop
    ^loop:
      nvvm.barrier0
      llvm.cond_br %more, ^loop, ^other
    ^other:
      llvm.cond_br %more, ^other, ^end
    ^end:
      llvm.return
    }
  }
}
