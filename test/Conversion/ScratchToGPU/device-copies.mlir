// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu="device-copies" --remarks-filter=convert-scratch-to-gpu --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu | FileCheck %s --check-prefix=NONE
// NONE-NOT: gpu.memcpy

// Two launches, one of them in a loop on the host: one copy in device memory
// for each array, made and taken back around both. What is only read comes in;
// what is written entirely before it is read goes out; the rest does both.

// REMARK: argument 0 has a counterpart in device memory, copied in
// REMARK: argument 1 has a counterpart in device memory, copied out
// REMARK: argument 2 has a counterpart in device memory, copied in and out

// CHECK-LABEL: func @two_launches
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<64xf32>, %[[C:.*]]: memref<?x32xf32>, %[[N:.*]]: index)
// CHECK-DAG: %[[DA:.*]] = gpu.alloc (%[[SA:.*]]) : memref<?xf32>
// CHECK-DAG: %[[SA]] = memref.dim %[[A]], %{{.*}} : memref<?xf32>
// CHECK-DAG: gpu.memcpy %[[DA]], %[[A]] : memref<?xf32>, memref<?xf32>
// CHECK-DAG: %[[DB:.*]] = gpu.alloc () : memref<64xf32>
// CHECK-DAG: %[[DC:.*]] = gpu.alloc (%[[SC:.*]]) : memref<?x32xf32>
// CHECK-DAG: gpu.memcpy %[[DC]], %[[C]] : memref<?x32xf32>, memref<?x32xf32>
// CHECK: gpu.launch
// CHECK-NOT: %[[A]]
// CHECK: memref.load %[[DA]]
// CHECK-NOT: %[[B]]
// CHECK: memref.store %{{.*}}, %[[DB]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.memcpy
// CHECK: scf.for
// CHECK-NOT: gpu.memcpy
// CHECK: gpu.launch
// CHECK: memref.load %[[DB]]
// CHECK-NOT: memref.store %{{.*}}, %[[C]]
// CHECK: memref.store %{{.*}}, %[[DC]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.memcpy %[[A]]
// CHECK-DAG: gpu.memcpy %[[B]], %[[DB]] : memref<64xf32>, memref<64xf32>
// CHECK-DAG: gpu.memcpy %[[C]], %[[DC]] : memref<?x32xf32>, memref<?x32xf32>
// CHECK-DAG: gpu.dealloc %[[DA]] : memref<?xf32>
// CHECK-DAG: gpu.dealloc %[[DB]] : memref<64xf32>
// CHECK-DAG: gpu.dealloc %[[DC]] : memref<?x32xf32>
// CHECK: return
func.func @two_launches(%A: memref<?xf32>, %B: memref<64xf32>, %C: memref<?x32xf32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c32) mapping [#gpu.block<x>] {
    %e = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%i]
    scratch.tile (%t) = (%i) to (%e) step (%c1) mapping [#gpu.thread<x>] {
      %a = affine.load %A[%t] : memref<?xf32>
      affine.store %a, %B[%t] : memref<64xf32>
    }
  }
  scf.for %s = %c0 to %N step %c1 {
    scratch.tile (%i) = (%c0) to (%N) step (%c1) mapping [#gpu.block<x>] {
      scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %b = affine.load %B[%t] : memref<64xf32>
        affine.store %b, %C[%i, %t] : memref<?x32xf32>
      }
    }
  }
  return
}

// -----

// Read and written: in and out, unless the values are dead afterwards. A
// temporary is neither. What the type says is device memory already stays.

// REMARK: argument 0 has a counterpart in device memory, copied in and out
// REMARK: argument 1 has a counterpart in device memory, copied in{{"}}
// REMARK: an allocation has a counterpart in device memory, not copied
// REMARK-NOT: DeviceCopy {{.*}}Function=dead_and_local

// CHECK-LABEL: func @dead_and_local
// CHECK-SAME: (%[[A:[^:]*]]: memref<32xf32>, %[[B:[^:]*]]: memref<32xf32> {{.*}}, %[[D:[^:]*]]: memref<32xf32, 1>)
// CHECK-DAG: gpu.memcpy %[[DA:.*]], %[[A]] :
// CHECK-DAG: gpu.memcpy %[[DB:.*]], %[[B]] :
// CHECK: %[[T:.*]] = memref.alloc()
// CHECK-NEXT: %[[DT:.*]] = gpu.alloc () : memref<32xf32>
// CHECK-NOT: gpu.memcpy
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %[[DT]]
// CHECK: memref.store %{{.*}}, %[[D]]
// CHECK: gpu.terminator
// CHECK-NOT: gpu.memcpy %[[B]]
// CHECK-NOT: gpu.memcpy %[[T]]
// CHECK: gpu.memcpy %[[A]], %[[DA]]
// CHECK-NOT: gpu.memcpy %[[B]]
// CHECK-NOT: gpu.memcpy %[[T]]
// CHECK: return
func.func @dead_and_local(%A: memref<32xf32>, %B: memref<32xf32> {polymem.dead_out}, %D: memref<32xf32, 1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %T = memref.alloc() : memref<32xf32>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %a = affine.load %A[%t] : memref<32xf32>
      %b = affine.load %B[%t] : memref<32xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %T[%t] : memref<32xf32>
      affine.store %s, %D[%t] : memref<32xf32, 1>
      affine.store %s, %A[%t] : memref<32xf32>
      affine.store %s, %B[%t] : memref<32xf32>
    }
  }
  memref.dealloc %T : memref<32xf32>
  return
}

// -----

// Half of the array is written: without a copy in, the copy out would lose the
// other half.
// CHECK-LABEL: func @half
// CHECK-SAME: (%[[A:[^:]*]]: memref<64xf32>, %[[B:[^:]*]]: memref<64xf32>
// CHECK-DAG: gpu.memcpy %[[DA:.*]], %[[A]] :
// CHECK-NOT: gpu.memcpy %{{.*}}, %[[B]] :
// CHECK: gpu.launch
func.func @half(%A: memref<64xf32>, %B: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<64xf32>
      affine.store %x, %B[%t] : memref<64xf32>
      affine.store %x, %B[%t + 32] : memref<64xf32>
    }
  }
  return
}

// -----

// The host may read what launches only read.
// CHECK-LABEL: func @host_reads
// CHECK: gpu.memcpy
// CHECK: gpu.launch
// CHECK: memref.load %{{.*}} : memref<32xf32>
func.func @host_reads(%A: memref<32xf32>, %B: memref<32xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
    %a = affine.load %A[%t] : memref<32xf32>
    affine.store %a, %B[%t] : memref<32xf32>
  }
  %v = memref.load %A[%c0] : memref<32xf32>
  return %v : f32
}
