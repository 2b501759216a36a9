// RUN: polymem-opt %s --convert-gpu-to-emulator | FileCheck %s
// RUN: polymem-opt %s --convert-gpu-to-emulator=instrument=false | FileCheck %s --check-prefix=PLAIN

// Accesses are reported before they happen: address, bytes, alignment, kind,
// site, and where the value comes from: the vector is loaded only to be stored,
// what the atomic operation needs is not. Private memory, from an alloca, is
// poisoned; its accesses are reported, too.
// PLAIN-NOT: polymem_emu_access

// CHECK-LABEL: llvm.func @m_k(
// CHECK-SAME: %[[T:.*]]: !llvm.ptr, %[[A:.*]]: !llvm.ptr
// CHECK: %[[LOCAL:.*]] = llvm.alloca
// CHECK: llvm.call @polymem_emu_private(%[[T]], %{{.*}}, %[[LOCAL]], %{{.*}}, %{{.*}})
// CHECK: %[[KIND:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: %[[SITE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[SOURCE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.call @polymem_emu_access(%[[T]], %[[A]], %{{.*}}, %{{.*}}, %[[KIND]], %[[SITE]], %[[SOURCE]])
// A misaligned access shall be reported, not fault.
// CHECK-NEXT: llvm.load %[[A]] {alignment = 1 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.mlir.constant(1 : i32)
// CHECK-NEXT: llvm.call @polymem_emu_access(%[[T]], %[[LOCAL]],
// CHECK-NEXT: llvm.store %{{.*}}, %[[LOCAL]]
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(3 : i32)
// CHECK-NEXT: llvm.mlir.constant(1 : i32)
// CHECK-NEXT: llvm.call @polymem_emu_access
// CHECK-NEXT: llvm.store %{{.*}}, %[[A]]
// CHECK: llvm.call @polymem_emu_yield(%[[T]])
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(4 : i32)
// CHECK-NEXT: llvm.mlir.constant(-1 : i32)
// CHECK-NEXT: llvm.call @polymem_emu_access
// CHECK-NEXT: llvm.atomicrmw
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%A: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %c1 = llvm.mlir.constant(1 : i64) : i64
      %local = llvm.alloca %c1 x vector<4xf32> : (i64) -> !llvm.ptr
      %v = llvm.load %A : !llvm.ptr -> vector<4xf32>
      llvm.store %v, %local : vector<4xf32>, !llvm.ptr
      llvm.store %v, %A : vector<4xf32>, !llvm.ptr
      %f = llvm.mlir.constant(1.0 : f32) : f32
      %old = llvm.atomicrmw fadd %A, %f acq_rel : !llvm.ptr, f32
      llvm.return
    }
  }
}
