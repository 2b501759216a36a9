// A kernel may ask how shared memory is aligned with fewer than 64 bits; other
// uses of what is left of an address are refused.

// RUN: polymem-opt %s --convert-gpu-to-emulator -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: llvm.ptrtoint
// CHECK-SAME: to i32
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.mlir.global internal @S() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
    llvm.func @aligned(%n: i32, %A: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %fifteen = llvm.mlir.constant(15 : i32) : i32
      %s = llvm.mlir.addressof @S : !llvm.ptr<3>
      %address = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %bits = llvm.or %n, %address : i32
      %last = llvm.and %bits, %fifteen : i32
      llvm.store %last, %A : i32, !llvm.ptr
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.mlir.global internal @S() {addr_space = 3 : i32} : !llvm.array<64 x f32>
    llvm.func @kept(%A: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %s = llvm.mlir.addressof @S : !llvm.ptr<3>
      // expected-error@+1 {{'llvm.ptrtoint' of a shared address to less than 64 bits is not supported}}
      %address = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      llvm.store %address, %A : i32, !llvm.ptr
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.mlir.global internal @S() {addr_space = 3 : i32} : !llvm.array<64 x f32>
    llvm.func @many(%A: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %mask = llvm.mlir.constant(65535 : i32) : i32
      %s = llvm.mlir.addressof @S : !llvm.ptr<3>
      // expected-error@+1 {{'llvm.ptrtoint' of a shared address to less than 64 bits is not supported}}
      %address = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %some = llvm.and %address, %mask : i32
      llvm.store %some, %A : i32, !llvm.ptr
      llvm.return
    }
  }
}
