// RUN: polymem-opt %s --polymem-annotate-kernels | FileCheck %s
// RUN: polymem-opt %s --polymem-annotate-kernels=alignment=128 | FileCheck %s --check-prefix=LARGE
// RUN: polymem-opt %s --polymem-annotate-kernels=min-blocks=0 | FileCheck %s --check-prefix=NOBLOCKS
// RUN: not polymem-opt %s --polymem-annotate-kernels=alignment=24 2>&1 | FileCheck %s --check-prefix=ERROR

// RUN: polymem-opt %s --polymem-annotate-kernels="alignment=1 min-blocks=0 record-shapes=true" | FileCheck %s --check-prefix=SHAPES

// ERROR: error: option 'alignment' is 24; give a power of two
gpu.module @kernels {
  // CHECK: workgroup(%{{.*}} : memref<4xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %{{.*}} : memref<2x4xf16, #gpu.address_space<workgroup>> {llvm.align = 64 : i64})
  // CHECK-SAME: nvvm.minctasm = 1 : i32
  // NOBLOCKS-NOT: minctasm
  // NOBLOCKS-NOT: shapes
  // SHAPES: memref<4xf16, #gpu.address_space<workgroup>>, %{{.*}} : memref<2x4xf16, #gpu.address_space<workgroup>> {llvm.align = 64 : i64})
  // SHAPES-SAME: attributes {polymem.workgroup_shapes = [array<i64: 4>, array<i64: 2, 4>]}
  // LARGE: {llvm.align = 128 : i64}, {{.*}} {llvm.align = 64 : i64}
  gpu.func @k() workgroup(%a: memref<4xf16, #gpu.address_space<workgroup>>, %b: memref<2x4xf16, #gpu.address_space<workgroup>> {llvm.align = 64 : i64}) kernel {
    gpu.return
  }
}
