// What is unrolled is said, and how often.
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops{min-operations=2 max-operations=5}))' --remarks-filter=polymem-unroll-loops --remark-format=emitRemark -verify-diagnostics -o /dev/null
gpu.module @kernels {
  gpu.func @sum(%a: memref<?xf32>, %n: index, %x: f32, %r: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-remark@+1 {{2 rounds of this loop, of 2 operations each, become one}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
      %v = memref.load %a[%i] : memref<?xf32>
      %w = arith.mulf %v, %v : f32
      %t = arith.addf %s, %w : f32
      scf.yield %t : f32
    }
    // Nothing is said of a loop that stays as it is.
    %other = scf.for %i = %c0 to %n step %c1 iter_args(%s = %sum) -> f32 {
      %v = memref.load %a[%i] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %other, %r[%c0] : memref<4xf32>
    gpu.return
  }
}
