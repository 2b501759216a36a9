// A loop of one thread that carries a sum of what it loads from shared memory becomes 16 rounds in one, however
// little is in it; not if all threads run it, if it loads from global memory, or carries an integer.
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops))' | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops{rounds=1}))' | FileCheck %s --check-prefix=NONE

// CHECK: count = 16 : i32
// CHECK-LABEL: gpu.func @chain
// CHECK: llvm.loop_annotation
// CHECK-LABEL: gpu.func @all_threads
// CHECK-NOT: llvm.loop_annotation
// NONE-NOT: llvm.loop_annotation
gpu.module @kernels {
  gpu.func @chain(%n: index, %r: memref<f32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1_i32 = arith.constant 1 : i32
    %t = gpu.thread_id x
    %t32 = arith.index_cast %t : index to i32
    %first = arith.cmpi slt, %t32, %c1_i32 : i32
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.return
  }
  gpu.func @all_threads(%n: index, %r: memref<f32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %t = gpu.thread_id x
    %first = arith.cmpi slt, %t, %c2 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.return
  }
  gpu.func @global(%a: memref<?xf32>, %n: index, %r: memref<f32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %first = arith.cmpi slt, %t, %c1 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %a[%i] : memref<?xf32>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.return
  }
  gpu.func @integers(%n: index, %r: memref<i32>, %x: i32) workgroup(%b: memref<64xi32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %first = arith.cmpi slt, %t, %c1 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
        %v = memref.load %b[%i] : memref<64xi32, #gpu.address_space<workgroup>>
        %u = arith.addi %s, %v : i32
        scf.yield %u : i32
      }
      memref.store %sum, %r[] : memref<i32>
    }
    gpu.return
  }
}
