// Loops that carry something through much arithmetic are annotated: as many rounds as there may be
// operations for.
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops))' | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops{max-operations=23}))' | FileCheck %s --check-prefix=TWO
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops{max-operations=15}))' | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops{min-operations=9}))' | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops{min-operations=1 rounds=8}))' | FileCheck %s --check-prefix=EIGHT

// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK: #[[ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK-LABEL: gpu.func @products
// CHECK: scf.for
// CHECK: } {llvm.loop_annotation = #[[ANNOTATION]]}
// CHECK-LABEL: gpu.func @small
// CHECK-NOT: loop_annotation
// TWO: count = 2
// NONE-NOT: loop_annotation
// EIGHT: count = 8
// EIGHT-LABEL: gpu.func @small
// EIGHT: llvm.loop_annotation
// EIGHT-LABEL: gpu.func @stores
// EIGHT-NOT: loop_annotation
gpu.module @kernels {
  gpu.func @products(%a: memref<?xf32>, %n: index, %x: f32, %r: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %sums:4 = scf.for %i = %c0 to %n step %c1
        iter_args(%p = %x, %q = %x, %s = %x, %t = %x) -> (f32, f32, f32, f32) {
      %j = arith.addi %i, %c2 : index
      %v = memref.load %a[%i] : memref<?xf32>
      %w = memref.load %a[%j] : memref<?xf32>
      %p0 = arith.mulf %v, %v : f32
      %p1 = arith.addf %p, %p0 : f32
      %q0 = arith.mulf %v, %w : f32
      %q1 = arith.addf %q, %q0 : f32
      %s0 = arith.mulf %w, %v : f32
      %s1 = arith.addf %s, %s0 : f32
      %t0 = arith.mulf %w, %w : f32
      %t1 = arith.addf %t, %t0 : f32
      scf.yield %p1, %q1, %s1, %t1 : f32, f32, f32, f32
    }
    memref.store %sums#0, %r[%c0] : memref<4xf32>
    memref.store %sums#1, %r[%c1] : memref<4xf32>
    memref.store %sums#2, %r[%c0] : memref<4xf32>
    memref.store %sums#3, %r[%c1] : memref<4xf32>
    gpu.return
  }
  gpu.func @small(%a: memref<?xf32>, %n: index, %x: f32, %r: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
      %v = memref.load %a[%i] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %sum, %r[%c0] : memref<4xf32>
    gpu.return
  }
  gpu.func @stores(%a: memref<?xf32>, %n: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
      %v = memref.load %a[%i] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      memref.store %t, %a[%i] : memref<?xf32>
      scf.yield %t : f32
    }
    gpu.return
  }
}
