// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s

// Device memory is the host's, mapped for the emulator, which is told its extents;
// everything happens at once. The run-time is told what tokens stand for.
// CHECK-LABEL: func.func @host(
// CHECK-SAME: %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[X:.*]]: f32
// CHECK: %[[T0:.*]] = llvm.call @polymem_emu_token(%{{.*}}) : (i32) -> i64
// CHECK: llvm.call @polymem_emu_after(%[[T0]])
// CHECK: %[[T1:.*]] = llvm.call @polymem_emu_token(%{{.*}}) : (i32) -> i64
// CHECK: %[[D:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK: %[[DN:.*]] = memref.dim %[[D]]
// CHECK: %[[I64:.*]] = arith.index_cast %[[DN]] : index to i64
// CHECK: llvm.store %[[I64]], %{{.*}} : i64, !llvm.ptr
// CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %[[I64]]
// CHECK: llvm.call @polymem_emu_map(%{{.*}}, %[[BYTES]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: llvm.call @polymem_emu_after(%[[T1]])
// CHECK: memref.copy %[[A]], %[[D]]
// CHECK: %[[EXTENT:.*]] = memref.dim %[[D]]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[EXTENT]]
// CHECK: memref.store %[[X]], %[[D]][%[[I]]]
// CHECK: %[[T4:.*]] = llvm.call @polymem_emu_token(
// CHECK: llvm.call @polymem_emu_unmap
// CHECK: memref.dealloc %[[D]]
// CHECK-NEXT: llvm.call @polymem_emu_after(%[[T4]])
// CHECK-NEXT: llvm.call @polymem_emu_wait()
// CHECK-NEXT: return
module attributes {gpu.container_module} {
  func.func @host(%n: index, %A: memref<?xf32>, %x: f32) {
    %U = memref.cast %A : memref<?xf32> to memref<*xf32>
    gpu.host_register %U : memref<*xf32>
    %t0 = gpu.wait async
    %D, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32, 1>
    %t2 = gpu.memcpy async [%t1] %D, %A : memref<?xf32, 1>, memref<?xf32>
    %t3 = gpu.memset async [%t2] %D, %x : memref<?xf32, 1>, f32
    %t4 = gpu.dealloc async [%t3] %D : memref<?xf32, 1>
    gpu.wait [%t4]
    return
  }
  gpu.module @m {
  }
}
