// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s

// The run-time knows where workgroup buffers begin, by their numbers; dynamic
// shared memory comes last.
// CHECK-LABEL: llvm.func @m_k(
// CHECK-SAME: %[[T:.*]]: !llvm.ptr)
// CHECK: %[[F0:.*]] = llvm.getelementptr %[[T]][64]
// CHECK: %[[S0:.*]] = llvm.load %[[F0]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[S0]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[A:.*]] = llvm.load %[[P0]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[P1:.*]] = llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[B:.*]] = llvm.load %[[P1]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[P2:.*]] = llvm.getelementptr %{{.*}}[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[D:.*]] = llvm.load %[[P2]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.store %{{.*}}, %[[A]] {{.*}} : f32, !llvm.ptr
// CHECK: llvm.store %{{.*}}, %[[B]] {{.*}} : f32, !llvm.ptr
// CHECK: llvm.store %{{.*}}, %[[D]] {{.*}} : f32, !llvm.ptr
// CHECK-NOT: ptr<3>
// CHECK-NOT: @a()
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2 x array<3 x f32>>
    llvm.mlir.global internal @b() {addr_space = 3 : i32} : !llvm.array<8 x f16>
    llvm.mlir.global internal @d() {addr_space = 3 : i32} : !llvm.array<0 x i8>
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      %a = llvm.mlir.addressof @a : !llvm.ptr<3>
      %b = llvm.mlir.addressof @b : !llvm.ptr<3>
      %d = llvm.mlir.addressof @d : !llvm.ptr<3>
      %f = llvm.mlir.constant(1.0 : f32) : f32
      llvm.store %f, %a : f32, !llvm.ptr<3>
      llvm.store %f, %b : f32, !llvm.ptr<3>
      llvm.store %f, %d : f32, !llvm.ptr<3>
      llvm.return
    }
  }
}

// Their names and shapes are data.
// CHECK: llvm.mlir.global internal constant @polymem_emu_data_extents_{{[0-9]+}}() {{.*}} : !llvm.array<2 x i64>
// CHECK-NEXT: llvm.mlir.constant(2 : i64)
// CHECK-NEXT: llvm.mlir.constant(3 : i64)
// CHECK: llvm.mlir.global internal constant @polymem_emu_data_extents_{{[0-9]+}}() {{.*}} : !llvm.array<1 x i64>
// CHECK: llvm.mlir.global internal constant @polymem_emu_data_kernel_{{[0-9]+}}()
// Dynamic memory is number 2; a device needs 24 bytes and 16 bytes.
// CHECK: llvm.mlir.constant(2 : i64)
// CHECK: llvm.mlir.constant(40 : i64)
