// RUN: polymem-opt %s -split-input-file --pass-pipeline='builtin.module(gpu.module(polymem-place-constants))' --remarks-filter=polymem-place-constants --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --input-file=%t --check-prefix=REMARK

// Constant arrays of kernels go to address space 4, smallest first, over all
// kernels of a module; what is there already counts.

// REMARK-DAG: w is in constant memory: 8 bytes
// REMARK-DAG: large stays in global memory: its 32768 bytes, after those of smaller arrays of this module, exceed the 49152 bytes of constant memory that are left
// REMARK-DAG: third is in constant memory: 32752 bytes
// CHECK-LABEL: gpu.module @kernels
// CHECK-DAG: memref.global "private" constant @w : memref<2xf32, 4> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 16 : i64}
// CHECK-DAG: memref.global "private" constant @large : memref<8192xf32> = dense<3.000000e+00> {alignment = 16 : i64}
// CHECK-DAG: memref.global "private" constant @third : memref<8188xf32, 4> =
// CHECK-DAG: memref.global "private" constant @by_hand : memref<4096xi32, 4> = dense<0> {alignment = 64 : i64}
// CHECK: gpu.func @f
// CHECK: %[[W:.*]] = memref.get_global @w : memref<2xf32, 4>
// CHECK: memref.load %[[W]][%{{.*}}] : memref<2xf32, 4>
// CHECK: gpu.func @g
// CHECK: memref.get_global @w : memref<2xf32, 4>
gpu.module @kernels {
  memref.global "private" constant @large : memref<8192xf32> = dense<3.0>
  memref.global "private" constant @third : memref<8188xf32> = dense<3.0>
  memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 2.0]>
  memref.global "private" constant @by_hand : memref<4096xi32, 4> = dense<0> {alignment = 64 : i64}
  gpu.func @f(%A: memref<?xf32>, %i: index) kernel {
    %w = memref.get_global @w : memref<2xf32> {polymem.constant_memory}
    %u = memref.get_global @large : memref<8192xf32> {polymem.constant_memory}
    %v = memref.get_global @third : memref<8188xf32> {polymem.constant_memory}
    %x = memref.load %w[%i] : memref<2xf32>
    %y = memref.load %u[%i] : memref<8192xf32>
    %z = memref.load %v[%i] : memref<8188xf32>
    memref.store %x, %A[%i] : memref<?xf32>
    memref.store %y, %A[%i] : memref<?xf32>
    memref.store %z, %A[%i] : memref<?xf32>
    gpu.return
  }
  gpu.func @g(%A: memref<?xf32>, %i: index) kernel {
    %w = memref.get_global @w : memref<2xf32> {polymem.constant_memory}
    %x = memref.load %w[%i] : memref<2xf32>
    memref.store %x, %A[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

// Arrays that nobody chose, that some other code gets, or does more with than
// loads, are left.

// REMARK-DAG: both stays in global memory: other code gets it as well
// REMARK-DAG: viewed stays in global memory: 'memref.subview' uses it, which is no load of an element
// REMARK-NOT: unasked
// CHECK-LABEL: gpu.module @left
// CHECK-NOT: memref<{{.*}}, 4>
gpu.module @left {
  memref.global "private" constant @unasked : memref<2xf32> = dense<1.0>
  memref.global "private" constant @both : memref<2xf32> = dense<1.0>
  memref.global "private" constant @viewed : memref<2xf32> = dense<1.0>
  gpu.func @f(%A: memref<?xf32>, %i: index) kernel {
    %u = memref.get_global @unasked : memref<2xf32>
    %b = memref.get_global @both : memref<2xf32> {polymem.constant_memory}
    %c = memref.get_global @both : memref<2xf32>
    %d = memref.get_global @viewed : memref<2xf32> {polymem.constant_memory}
    %v = memref.subview %d[1] [1] [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: 1>>
    %x = memref.load %u[%i] : memref<2xf32>
    %y = memref.load %b[%i] : memref<2xf32>
    %z = memref.load %c[%i] : memref<2xf32>
    %t = memref.load %v[%i] : memref<1xf32, strided<[1], offset: 1>>
    memref.store %x, %A[%i] : memref<?xf32>
    memref.store %y, %A[%i] : memref<?xf32>
    memref.store %z, %A[%i] : memref<?xf32>
    memref.store %t, %A[%i] : memref<?xf32>
    gpu.return
  }
}
