// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops))' | FileCheck %s

// Loads of vectors are loads, and taking elements from them is no work.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @vectors
  // CHECK: scf.for
  // CHECK: } {llvm.loop_annotation
  gpu.func @vectors(%a: memref<?xf32>, %n: index, %x: f32, %r: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %sums:4 = scf.for %i = %c0 to %n step %c1
        iter_args(%p = %x, %q = %x, %s = %x, %t = %x) -> (f32, f32, f32, f32) {
      %v = vector.load %a[%i] : memref<?xf32>, vector<4xf32>
      %v0 = vector.extract %v[0] : f32 from vector<4xf32>
      %v1 = vector.extract %v[1] : f32 from vector<4xf32>
      %v2 = vector.extract %v[2] : f32 from vector<4xf32>
      %v3 = vector.extract %v[3] : f32 from vector<4xf32>
      %p0 = arith.mulf %v0, %v0 : f32
      %p1 = arith.addf %p, %p0 : f32
      %q0 = arith.mulf %v1, %v1 : f32
      %q1 = arith.addf %q, %q0 : f32
      %s0 = arith.mulf %v2, %v2 : f32
      %s1 = arith.addf %s, %s0 : f32
      %t0 = arith.mulf %v3, %v3 : f32
      %t1 = arith.addf %t, %t0 : f32
      scf.yield %p1, %q1, %s1, %t1 : f32, f32, f32, f32
    }
    memref.store %sums#0, %r[%c0] : memref<4xf32>
    memref.store %sums#1, %r[%c1] : memref<4xf32>
    memref.store %sums#2, %r[%c2] : memref<4xf32>
    memref.store %sums#3, %r[%c3] : memref<4xf32>
    gpu.return
  }
}
