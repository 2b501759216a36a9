// Calls of libdevice for what PTX has exact instructions for become LLVM's
// intrinsics; other calls, and functions of the program's own, stay.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm,polymem-exact-math))' | FileCheck %s
// CHECK-LABEL: gpu.module @kernels
// CHECK-NOT: llvm.func @__nv_{{(ceil|copysign|fabs|floor|fma|rint|rsqrt|sqrt|trunc)}}
// CHECK:     llvm.func @__nv_expf(f32) -> f32
// CHECK-NOT: llvm.func @__nv_{{(ceil|copysign|fabs|floor|fma|rint|rsqrt|sqrt|trunc)}}

// CHECK-LABEL: llvm.func @single
// CHECK: %[[ROOT:.*]] = llvm.intr.sqrt(%[[X:.*]]) : (f32) -> f32
// CHECK: llvm.intr.fabs(%[[ROOT]]) : (f32) -> f32
// CHECK: llvm.intr.ceil
// CHECK: llvm.intr.floor
// CHECK: llvm.intr.trunc
// CHECK: llvm.intr.roundeven
// CHECK: llvm.intr.copysign(%{{.*}}, %[[X]]) : (f32, f32) -> f32
// CHECK: llvm.intr.fma(%{{.*}}, %[[X]], %[[X]]) : (f32, f32, f32) -> f32
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK: %[[ROOT2:.*]] = llvm.intr.sqrt
// CHECK: llvm.fdiv %[[ONE]], %[[ROOT2]] : f32
// CHECK: llvm.call @__nv_expf
gpu.module @kernels {
  gpu.func @single(%x: f32, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %0 = math.sqrt %x : f32
    %1 = math.absf %0 : f32
    %2 = math.ceil %1 : f32
    %3 = math.floor %2 : f32
    %4 = math.trunc %3 : f32
    %5 = math.roundeven %4 : f32
    %6 = math.copysign %5, %x : f32
    %7 = math.fma %6, %x, %x : f32
    %8 = math.rsqrt %7 : f32
    %9 = math.exp %8 : f32
    memref.store %9, %out[%c0] : memref<?xf32>
    gpu.return
  }
}

// CHECK-LABEL: gpu.module @double
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f64) -> f64
gpu.module @double {
  gpu.func @sqrt(%x: f64, %out: memref<?xf64>) kernel {
    %c0 = arith.constant 0 : index
    %0 = math.sqrt %x : f64
    memref.store %0, %out[%c0] : memref<?xf64>
    gpu.return
  }
}

// CHECK-LABEL: gpu.module @own
// CHECK: llvm.func @__nv_sqrtf
// CHECK: llvm.call @__nv_sqrtf
gpu.module @own {
  llvm.func @__nv_sqrtf(%x: f32) -> f32 {
    llvm.return %x : f32
  }
  llvm.func @caller(%x: f32) -> f32 {
    %0 = llvm.call @__nv_sqrtf(%x) : (f32) -> f32
    llvm.return %0 : f32
  }
}
