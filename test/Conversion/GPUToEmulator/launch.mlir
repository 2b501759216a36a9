// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s

// A launch passes pointers to the kernel's arguments, in stack memory of the
// function's entry; a memref is expanded as the kernel takes it.
// CHECK-LABEL: func.func @host(
// CHECK-SAME: %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[X:.*]]: f32
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(6 : i64)
// CHECK: %[[LIST:.*]] = llvm.alloca %[[COUNT]] x !llvm.ptr
// CHECK: scf.for
// CHECK: memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: memref.extract_strided_metadata %[[A]]
// CHECK: llvm.store %{{.*}}, %[[SLOT:.*]] : !llvm.ptr, !llvm.ptr
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[LIST]][0]
// CHECK: llvm.store %[[SLOT]], %[[PLACE]]
// CHECK: llvm.store %[[X]], %{{.*}} : f32, !llvm.ptr
// CHECK: %[[KERNEL:.*]] = llvm.mlir.addressof @polymem_emu_data_kernel_
// CHECK: llvm.call @polymem_emu_launch(%[[KERNEL]], %{{.*}}, %[[LIST]])
module attributes {gpu.container_module} {
  func.func @host(%n: index, %A: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @m::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<?xf32>, %x : f32)
    }
    return
  }
  gpu.module @m {
    llvm.func @k(%p: !llvm.ptr, %q: !llvm.ptr, %o: i64, %s: i64, %t: i64, %x: f32) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
