// RUN: polymem-opt %s --polymem-annotate-kernels=machine=nvidia-h200 | FileCheck %s
// RUN: polymem-opt %s --polymem-annotate-kernels="machine=nvidia-h200 min-threads=1024" | FileCheck %s --check-prefix=MORE
// RUN: polymem-opt %s --polymem-annotate-kernels="machine=nvidia-h200 min-threads=0" | FileCheck %s --check-prefix=NONE

// So many blocks shall fit as have 512 threads, if shared memory has room for them and loops
// do not carry too much.

// NONE-COUNT-9: nvvm.minctasm = 1 : i32
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  // CHECK: @two{{.*}}nvvm.minctasm = 2 : i32
  // MORE: @two{{.*}}nvvm.minctasm = 4 : i32
  gpu.func @two() workgroup(%a: memref<4096xf32, #ws>) kernel
      attributes {known_block_size = array<i32: 32, 8, 1>} {
    gpu.return
  }
  // Two blocks of 100 KB, but not four.
  // CHECK: @much_memory{{.*}}nvvm.minctasm = 2 : i32
  // MORE: @much_memory{{.*}}nvvm.minctasm = 2 : i32
  gpu.func @much_memory() kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c51200 = arith.constant 51200 : index
    %dynamic = gpu.dynamic_shared_memory : memref<?xi8, #ws>
    %a = memref.view %dynamic[%c0][] : memref<?xi8, #ws> to memref<12800xf32, #ws>
    %b = memref.view %dynamic[%c51200][] : memref<?xi8, #ws> to memref<12800xf32, #ws>
    gpu.return
  }
  // CHECK: @unknown_memory{{.*}}nvvm.minctasm = 1 : i32
  gpu.func @unknown_memory(%n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %dynamic = gpu.dynamic_shared_memory : memref<?xi8, #ws>
    %a = memref.view %dynamic[%c0][%n] : memref<?xi8, #ws> to memref<?xf32, #ws>
    gpu.return
  }
  // CHECK: @unknown_block{{.*}}nvvm.minctasm = 1 : i32
  gpu.func @unknown_block() kernel {
    gpu.return
  }
  // CHECK: @large_block{{.*}}nvvm.minctasm = 1 : i32
  gpu.func @large_block() kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    gpu.return
  }
  // 44 registers of the 128 that would be left.
  // CHECK: @carries{{.*}}nvvm.minctasm = 1 : i32
  gpu.func @carries(%n: index, %x: vector<2xf64>, %a: f64) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r:22 = scf.for %i = %c0 to %n step %c1 iter_args(
        %s0 = %a, %s1 = %a, %s2 = %a, %s3 = %a, %s4 = %a, %s5 = %a, %s6 = %a, %s7 = %a,
        %s8 = %a, %s9 = %a, %s10 = %a, %s11 = %a, %s12 = %a, %s13 = %a, %s14 = %a, %s15 = %a,
        %s16 = %a, %s17 = %a, %s18 = %a, %s19 = %a, %s20 = %a, %s21 = %a)
        -> (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64,
            f64, f64, f64, f64, f64, f64) {
      scf.yield %s1, %s0, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14,
          %s15, %s16, %s17, %s18, %s19, %s20, %s21
          : f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64,
            f64, f64, f64, f64, f64, f64
    }
    gpu.return
  }
  // 36 registers, less than a third.
  // CHECK: @carries_less{{.*}}nvvm.minctasm = 2 : i32
  gpu.func @carries_less(%n: index, %a: vector<36xf32>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (vector<36xf32>) {
      scf.yield %s : vector<36xf32>
    }
    gpu.return
  }
  // So many, beside addresses of copies.
  // CHECK: @copies{{.*}}nvvm.minctasm = 1 : i32
  gpu.func @copies(%n: index, %a: vector<36xf32>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (vector<36xf32>) {
      nvvm.cp.async.commit.group
      scf.yield %s : vector<36xf32>
    }
    gpu.return
  }
  // A quarter.
  // CHECK: @copies_and_carries_little{{.*}}nvvm.minctasm = 2 : i32
  gpu.func @copies_and_carries_little(%n: index, %a: vector<32xf32>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (vector<32xf32>) {
      nvvm.cp.async.commit.group
      scf.yield %s : vector<32xf32>
    }
    gpu.return
  }
}
