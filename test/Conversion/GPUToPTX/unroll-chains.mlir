// Of a loop of few threads that carries a sum of what it loads from shared memory, 64 rounds become one, however
// little is in them, and of those that are left 16, and then 4: of one thread, and of those whose row of 8 is in an
// array, also where `polymem-narrow-indices` clamped how many these are; not if 17 run it, if any number do, if it loads from global memory, or carries an integer. With other steps
// than 1, or where 63 is no number of the variable's type, what is left is not counted: one loop.
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops))' | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-unroll-loops{rounds=1}))' | FileCheck %s --check-prefix=NONE

// CHECK-DAG: #[[U64:.*]] = #llvm.loop_unroll<count = 64 : i32>
// CHECK-DAG: #[[U16:.*]] = #llvm.loop_unroll<count = 16 : i32>
// CHECK-DAG: #[[U4:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK-DAG: #[[A64:.*]] = #llvm.loop_annotation<unroll = #[[U64]]>
// CHECK-DAG: #[[A16:.*]] = #llvm.loop_annotation<unroll = #[[U16]]>
// CHECK-DAG: #[[A4:.*]] = #llvm.loop_annotation<unroll = #[[U4]]>
// CHECK-LABEL: gpu.func @chain
// CHECK-SAME: %[[N:.*]]: index, %{{.*}}: memref<f32>, %[[X:[a-z0-9]+]]: f32)
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[ALL:.*]] = arith.subi %[[N]], %[[ZERO]]
// CHECK: %[[MASK:.*]] = arith.constant 63 : index
// CHECK: %[[REST:.*]] = arith.andi %[[ALL]], %[[MASK]]
// CHECK: %[[NOTHING:.*]] = arith.constant 0 : index
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[ZERO]], %[[N]]
// CHECK: %[[LEFT:.*]] = arith.select %[[SOME]], %[[REST]], %[[NOTHING]]
// CHECK: %[[MID:.*]] = arith.subi %[[N]], %[[LEFT]]
// CHECK: %[[S0:.*]] = scf.for %{{.*}} = %[[ZERO]] to %[[MID]] step %{{.*}} iter_args(%{{.*}} = %[[X]])
// CHECK: } {llvm.loop_annotation = #[[A64]]}
// CHECK: %[[LEFT2:.*]] = arith.select
// CHECK-NEXT: %[[MID2:.*]] = arith.subi %[[N]], %[[LEFT2]]
// CHECK: %[[S1:.*]] = scf.for %{{.*}} = %[[MID]] to %[[MID2]] step %{{.*}} iter_args(%{{.*}} = %[[S0]])
// CHECK: } {llvm.loop_annotation = #[[A16]]}
// CHECK: %[[S2:.*]] = scf.for %{{.*}} = %[[MID2]] to %[[N]] step %{{.*}} iter_args(%{{.*}} = %[[S1]])
// CHECK: } {llvm.loop_annotation = #[[A4]]}
// CHECK-NEXT: memref.store %[[S2]]
// CHECK-LABEL: gpu.func @steps
// CHECK: llvm.loop_annotation = #[[A64]]
// CHECK-NOT: scf.for
// CHECK-LABEL: gpu.func @narrow
// CHECK: llvm.loop_annotation = #[[A64]]
// CHECK-NOT: scf.for
// CHECK-LABEL: gpu.func @rows
// CHECK: } {llvm.loop_annotation = #[[A64]]}
// CHECK: } {llvm.loop_annotation = #[[A16]]}
// CHECK: } {llvm.loop_annotation = #[[A4]]}
// CHECK-LABEL: gpu.func @narrow_rows
// CHECK: } {llvm.loop_annotation = #[[A64]]}
// CHECK-LABEL: gpu.func @narrow_others
// CHECK-NOT: llvm.loop_annotation
// CHECK-LABEL: gpu.func @all_rows
// CHECK-NOT: llvm.loop_annotation
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
  gpu.func @steps(%n: index, %r: memref<f32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %t = gpu.thread_id x
    %first = arith.cmpi slt, %t, %c1 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c2 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.return
  }
  gpu.func @narrow(%n: i4, %r: memref<f32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : i4
    %c1 = arith.constant 1 : i4
    %one = arith.constant 1 : index
    %t = gpu.thread_id x
    %first = arith.cmpi slt, %t, %one : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 : i4 {
        %j = arith.index_cast %i : i4 to index
        %v = memref.load %b[%j] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.return
  }
  gpu.func @rows(%n: index, %m: index, %r: memref<?xf32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c0_i1 = arith.constant true
    %t = gpu.thread_id x
    %g = gpu.block_id x
    %base = arith.muli %g, %c8 : index
    %row = arith.addi %base, %t : index
    %end = arith.addi %base, %c8 : index
    %last = arith.minsi %end, %m : index
    %in = arith.cmpi slt, %row, %last : index
    %both = arith.andi %in, %c0_i1 : i1
    scf.if %both {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[%row] : memref<?xf32>
    }
    gpu.return
  }
  gpu.func @narrow_rows(%n: index, %m: index, %r: memref<?xf32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c-8 = arith.constant -8 : index
    %c-1 = arith.constant -1 : index
    %c256 = arith.constant 256 : index
    %t = gpu.thread_id x
    %t32 = arith.index_cast %t : index to i32
    %g = gpu.block_id x
    %base = arith.muli %g, %c8 : index
    %end = arith.addi %base, %c8 : index
    %last = arith.minsi %end, %m : index
    %minus = arith.muli %g, %c-8 : index
    %rows = arith.addi %minus, %last : index
    %clamped = arith.maxsi %rows, %c-1 : index
    %few = arith.minsi %clamped, %c256 : index
    %few32 = arith.index_cast %few : index to i32
    %in = arith.cmpi slt, %t32, %few32 : i32
    scf.if %in {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[%t] : memref<?xf32>
    }
    gpu.return
  }
  gpu.func @narrow_others(%n: index, %m: index, %r: memref<?xf32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c-8 = arith.constant -8 : index
    %c-1 = arith.constant 17 : index
    %c256 = arith.constant 256 : index
    %t = gpu.thread_id x
    %t32 = arith.index_cast %t : index to i32
    %g = gpu.block_id x
    %base = arith.muli %g, %c8 : index
    %end = arith.addi %base, %c8 : index
    %last = arith.minsi %end, %m : index
    %minus = arith.muli %g, %c-8 : index
    %rows = arith.addi %minus, %last : index
    %clamped = arith.maxsi %rows, %c-1 : index
    %few = arith.minsi %clamped, %c256 : index
    %few32 = arith.index_cast %few : index to i32
    %in = arith.cmpi slt, %t32, %few32 : i32
    scf.if %in {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[%t] : memref<?xf32>
    }
    gpu.return
  }
  gpu.func @all_rows(%n: index, %m: index, %r: memref<?xf32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c0_i1 = arith.constant true
    %t = gpu.thread_id x
    %g = gpu.block_id x
    %base = arith.muli %g, %c8 : index
    %row = arith.addi %base, %t : index
    %end = arith.addi %g, %c8 : index
    %last = arith.minsi %end, %m : index
    %in = arith.cmpi slt, %row, %last : index
    %both = arith.andi %in, %c0_i1 : i1
    scf.if %both {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[%row] : memref<?xf32>
    }
    gpu.return
  }
  gpu.func @all_threads(%n: index, %r: memref<f32>, %x: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c17 = arith.constant 17 : index
    %t = gpu.thread_id x
    %first = arith.cmpi slt, %t, %c17 : index
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
