// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s

// The sites, places in the source and what happens there, are data of the
// module; a kernel's description has their number.
// CHECK: llvm.mlir.global internal constant @[[FILE:.*]]("{{.*}}sites.mlir:21:7\00")
// CHECK: llvm.mlir.global internal constant @[[BARRIER:.*]]("barrier\00")
// CHECK: llvm.mlir.global internal constant @[[NAMED:.*]]("other.cu:7:3\00")
// CHECK: llvm.mlir.global internal constant @[[STORE:.*]]("store\00")
// CHECK: llvm.mlir.global internal constant @polymem_emu_data_kernel_
// CHECK: llvm.mlir.constant(2 : i64)
// CHECK: llvm.mlir.global internal constant @polymem_emu_data_sites_{{[0-9]+}}() {{.*}} : !llvm.array<2 x struct<(ptr, ptr, ptr, i64)>>
// CHECK-DAG: llvm.mlir.addressof @[[FILE]]
// CHECK-DAG: llvm.mlir.addressof @[[BARRIER]]
// CHECK-DAG: llvm.mlir.addressof @[[NAMED]]
// CHECK-DAG: llvm.mlir.addressof @[[STORE]]
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%A: !llvm.ptr, %x: f32) attributes {gpu.kernel, nvvm.kernel} {

      // A barrier, and a store that came from elsewhere.
      nvvm.barrier0
      llvm.store %x, %A : f32, !llvm.ptr loc(callsite("other.cu":7:3 at "main.cu":1:1))
      llvm.return
    }
  }
}
