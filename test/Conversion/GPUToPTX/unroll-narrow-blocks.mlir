// A loop that 8 threads along x run is a chain where 8 others wait, or more, and is unrolled as such; not where
// blocks have 8 or 15 threads along x, of which most or all run it.
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops))' | FileCheck %s

// CHECK: #[[U64:.*]] = #llvm.loop_unroll<count = 64 : i32>
// CHECK: #[[A64:.*]] = #llvm.loop_annotation<unroll = #[[U64]]>
// CHECK-LABEL: gpu.func @half
// CHECK: llvm.loop_annotation = #[[A64]]
// CHECK-LABEL: gpu.func @most
// CHECK-NOT: llvm.loop_annotation
// CHECK-LABEL: gpu.func @all
// CHECK-NOT: llvm.loop_annotation
gpu.module @kernels {
  gpu.func @half(%n: index, %r: memref<8xf32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %in = arith.cmpi slt, %t, %c8 : index
    scf.if %in {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[%t] : memref<8xf32>
    }
    gpu.return
  }
  gpu.func @most(%n: index, %r: memref<8xf32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 15, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %in = arith.cmpi slt, %t, %c8 : index
    scf.if %in {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[%t] : memref<8xf32>
    }
    gpu.return
  }
  gpu.func @all(%n: index, %r: memref<8xf32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %in = arith.cmpi slt, %t, %c8 : index
    scf.if %in {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[%t] : memref<8xf32>
    }
    gpu.return
  }
}
