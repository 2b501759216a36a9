// RUN: polymem-opt %s --polymem-shuffle-segments --canonicalize --split-input-file | FileCheck %s

// Sixteen lanes: each half of the warp is a segment, with a mask of its own.
// CHECK-LABEL: gpu.func @half(
// CHECK-SAME: %[[X:.*]]: f32, %[[O:.*]]: i32
// CHECK-DAG: %[[HALF:.*]] = arith.constant 65535 : i32
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i32
// CHECK-DAG: %[[CLAMP:.*]] = arith.constant 4111 : i32
// CHECK-DAG: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid : i32
// CHECK: %[[FIRST:.*]] = arith.andi %[[LANE]], %[[C16]] : i32
// CHECK: %[[MASK:.*]] = arith.shli %[[HALF]], %[[FIRST]] : i32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK: %[[R:.*]] = nvvm.shfl.sync bfly %[[MASK]], %[[BITS]], %[[O]], %[[CLAMP]] {polymem.synchronisation = 7 : i64, return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
// CHECK-DAG: %[[VALID:.*]] = llvm.extractvalue %[[R]][1]
// CHECK-DAG: %[[WORD:.*]] = llvm.extractvalue %[[R]][0]
// CHECK-DAG: arith.bitcast %[[WORD]] : i32 to f32
gpu.module @m {
  gpu.func @half(%x: f32, %o: i32, %A: memref<1xf32>, %B: memref<1xi1>) kernel {
    %c0 = arith.constant 0 : index
    %width = arith.constant 16 : i32
    %r, %v = gpu.shuffle xor %x, %o, %width {polymem.synchronisation = 7 : i64} : f32
    memref.store %r, %A[%c0] : memref<1xf32>
    memref.store %v, %B[%c0] : memref<1xi1>
    gpu.return
  }
}

// -----

// `up` has no last lane, but a first one: bits 0 to 4 of the clamp are 0.
// CHECK-LABEL: gpu.func @up(
// CHECK: %[[CLAMP:.*]] = arith.constant 6144 : i32
// CHECK: nvvm.shfl.sync up %{{.*}}, %{{.*}}, %{{.*}}, %[[CLAMP]]
gpu.module @m {
  gpu.func @up(%x: i32, %o: i32, %A: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %width = arith.constant 8 : i32
    %r, %v = gpu.shuffle up %x, %o, %width : i32
    memref.store %r, %A[%c0] : memref<1xi32>
    gpu.return
  }
}

// -----

// Not a power of two: the first lanes, as upstream has it.
// CHECK-LABEL: gpu.func @odd(
// CHECK-DAG: %[[CLAMP:.*]] = arith.constant 23 : i32
// CHECK-DAG: %[[MASK:.*]] = arith.constant 16777215 : i32
// CHECK: nvvm.shfl.sync down %[[MASK]], %{{.*}}, %{{.*}}, %[[CLAMP]]
gpu.module @m {
  gpu.func @odd(%x: i32, %o: i32, %A: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %width = arith.constant 24 : i32
    %r, %v = gpu.shuffle down %x, %o, %width : i32
    memref.store %r, %A[%c0] : memref<1xi32>
    gpu.return
  }
}

// -----

// Two words, and a word for less than one; one word of a whole warp is left to
// upstream.
// CHECK-LABEL: gpu.func @words(
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl.sync
// CHECK: gpu.shuffle idx
gpu.module @m {
  gpu.func @words(%d: f64, %h: vector<1xf16>, %x: f32, %o: i32, %A: memref<1xf64>, %B: memref<1xvector<1xf16>>, %C: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %width = arith.constant 32 : i32
    %r, %v = gpu.shuffle idx %d, %o, %width : f64
    memref.store %r, %A[%c0] : memref<1xf64>
    %s, %w = gpu.shuffle idx %h, %o, %width : vector<1xf16>
    memref.store %s, %B[%c0] : memref<1xvector<1xf16>>
    %t, %u = gpu.shuffle idx %x, %o, %width : f32
    memref.store %t, %C[%c0] : memref<1xf32>
    gpu.return
  }
}
