// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu --remarks-filter=convert-scratch-to-gpu --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu=constant-memory=false | FileCheck %s --check-prefix=OFF
// OFF-NOT: polymem.constant_memory

// A constant global that all threads read alike is got inside of each launch.
// What the host does with it is the host's own, and each launch has one, so that
// cse cannot join them.

// REMARK: w goes to the constant memory of kernels: 32 bytes, of which all threads read the same element at a time
// CHECK-LABEL: func @moved
// CHECK: %[[HOST:.*]] = memref.get_global @w : memref<8xf32>
// CHECK-NOT: gpu.alloc
// CHECK-NOT: gpu.memcpy
// CHECK: gpu.launch
// CHECK: %[[OWN:.*]] = memref.get_global @w : memref<8xf32> {polymem.constant_memory}
// CHECK: memref.load %[[OWN]][
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK: %[[SECOND:.*]] = memref.get_global @w : memref<8xf32> {polymem.constant_memory}
// CHECK: memref.load %[[SECOND]][
// CHECK: memref.load %[[HOST]][
// CHECK: return
// OFF-LABEL: func @moved
// OFF: gpu.memcpy
memref.global "private" constant @w : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
func.func @moved(%A: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %w = memref.get_global @w : memref<8xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %x = affine.load %w[%k] : memref<8xf32>
        affine.store %x, %A[%t] : memref<?xf32>
      }
    }
  }
  // A thread's loop ends where it wants to; the subscript is the block's and a
  // number's.
  scratch.tile (%i) = (%c0) to (%c2) step (%c1) mapping [#gpu.block<x>] {
    %v = memref.get_global @w : memref<8xf32>
    scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to min affine_map<(d0) -> (d0, 6)>(%t) {
        %x = affine.load %v[%k + %i] : memref<8xf32>
        affine.store %x, %A[%t] : memref<?xf32>
      }
    }
  }
  %last = memref.load %w[%c2] : memref<8xf32>
  return %last : f32
}

// -----

// Subscripts of threads, and of loops that begin where a thread does; indices
// from memory.

// REMARK-COUNT-3: is not for constant memory: subscripts depend on the thread, and constant memory serves one element of a warp at a time
// CHECK-LABEL: func @threads
// CHECK-NOT: polymem.constant_memory
// CHECK-COUNT-3: gpu.memcpy
// CHECK-NOT: polymem.constant_memory
memref.global "private" constant @direct : memref<32xf32> = dense<1.0>
memref.global "private" constant @begins : memref<64xf32> = dense<1.0>
memref.global "private" constant @loaded : memref<32xf32> = dense<1.0>
func.func @threads(%A: memref<32xf32>, %P: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %u = memref.get_global @direct : memref<32xf32>
  %v = memref.get_global @begins : memref<64xf32>
  %w = memref.get_global @loaded : memref<32xf32>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %a = affine.load %u[%t] : memref<32xf32>
      affine.store %a, %A[%t] : memref<32xf32>
      affine.for %k = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 2)>(%t) {
        %b = affine.load %v[%k] : memref<64xf32>
        affine.store %b, %A[%t] : memref<32xf32>
      }
      %p = memref.load %P[%c0] : memref<1xindex>
      %c = memref.load %w[%p] : memref<32xf32>
      affine.store %c, %A[%t] : memref<32xf32>
    }
  }
  return
}

// -----

// What has no value that is known here, and what is no row-major array of
// numbers.

// REMARK-DAG: unknown is not for constant memory: it has no initial value here
// REMARK-DAG: later is not for constant memory: it has no initial value here
// REMARK-DAG: bits is not for constant memory: its elements are of type i1, not numbers of 8, 16, 32 or 64 bits
// REMARK-NOT: variable is not for constant memory
// CHECK-LABEL: func @other_arrays
// CHECK-NOT: polymem.constant_memory
memref.global "private" constant @unknown : memref<8xf32>
memref.global "private" constant @later : memref<8xf32> = uninitialized
memref.global "private" constant @bits : memref<8xi1> = dense<true>
memref.global "private" @variable : memref<8xf32> = dense<1.0>
func.func @other_arrays(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = memref.get_global @unknown : memref<8xf32>
  %v = memref.get_global @later : memref<8xf32>
  %w = memref.get_global @variable : memref<8xf32>
  %b = memref.get_global @bits : memref<8xi1>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %x = affine.load %u[%i] : memref<8xf32>
    %y = affine.load %v[%i] : memref<8xf32>
    %z = affine.load %w[%i] : memref<8xf32>
    %c = affine.load %b[%i] : memref<8xi1>
    %s = arith.select %c, %x, %y : f32
    %t = arith.addf %s, %z : f32
    affine.store %t, %A[%i] : memref<32xf32>
  }
  return
}

// -----

// More than loads of elements, views, and names that kernels have.

// REMARK-DAG: viewed is not for constant memory: there is a view of it
// REMARK-DAG: copied is not for constant memory: 'memref.subview' uses it, which is no load of an element
// REMARK-DAG: uses_kernel is not for constant memory: a kernel may be called like it
// REMARK-DAG: uses_kernel_2 is not for constant memory: a kernel may be called like it
// REMARK-DAG: other_kernel goes to the constant memory of kernels
// CHECK-LABEL: func @uses
// CHECK: memref.get_global @other_kernel : memref<{{.*}}> {polymem.constant_memory}
// CHECK-NOT: polymem.constant_memory
memref.global "private" constant @viewed : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
memref.global "private" constant @copied : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
memref.global "private" constant @uses_kernel : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
memref.global "private" constant @uses_kernel_2 : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
memref.global "private" constant @other_kernel : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
func.func @uses(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %viewed = memref.get_global @viewed : memref<8xf32>
  %view = memref.subview %viewed[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 1>>
  %copied = memref.get_global @copied : memref<8xf32>
  %named = memref.get_global @uses_kernel : memref<8xf32>
  %second = memref.get_global @uses_kernel_2 : memref<8xf32>
  %other = memref.get_global @other_kernel : memref<8xf32>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = affine.load %view[%i] : memref<4xf32, strided<[1], offset: 1>>
    %b = affine.load %viewed[%i] : memref<8xf32>
    %v = memref.subview %copied[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 1>>
    %c = affine.load %v[%i] : memref<4xf32, strided<[1], offset: 1>>
    %d = affine.load %named[%i] : memref<8xf32>
    %e = affine.load %other[%i] : memref<8xf32>
    %f = affine.load %second[%i] : memref<8xf32>
    %s0 = arith.addf %a, %b : f32
    %s1 = arith.addf %c, %d : f32
    %s2 = arith.addf %s0, %s1 : f32
    %s3 = arith.addf %s2, %e : f32
    %s4 = arith.addf %s3, %f : f32
    affine.store %s4, %A[%i] : memref<32xf32>
  }
  return
}
