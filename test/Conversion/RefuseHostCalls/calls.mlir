// A kernel may call what the device has: functions of its module, of the driver
// and of libdevice.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-refuse-host-calls))' -verify-diagnostics

gpu.module @kernels {
  llvm.func @host(f32)
  llvm.func @__nv_expf(f32) -> f32
  llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
  llvm.func @own(%x: f32) -> f32 {
    llvm.return %x : f32
  }
  llvm.func @k(%x: f32, %p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %y = llvm.call @own(%x) : (f32) -> f32
    %z = llvm.call @__nv_expf(%y) : (f32) -> f32
    %n = llvm.call @vprintf(%p, %p) : (!llvm.ptr, !llvm.ptr) -> i32
    // expected-error@+1 {{'llvm.call' op in a kernel calls 'host', of which the device has no definition; inline it, or leave the call to the host}}
    llvm.call @host(%z) : (f32) -> ()
    llvm.return
  }
}
