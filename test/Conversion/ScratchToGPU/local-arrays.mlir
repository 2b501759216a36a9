// RUN: polymem-opt %s -split-input-file --convert-scratch-to-gpu --remarks-filter=convert-scratch-to-gpu --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

// The host's memory is out of a kernel's reach. A scalar that launches only
// read is passed by value, wherever it is written.

// REMARK: a scalar that launches read is passed by value
// CHECK-LABEL: func @scalar
// CHECK: affine.for
// CHECK: %[[CELL:.*]] = memref.alloca() : memref<f32>
// CHECK: affine.store %{{.*}}, %[[CELL]][]
// CHECK: %[[VALUE:.*]] = memref.load %[[CELL]][] : memref<f32>
// CHECK-NEXT: gpu.launch
// CHECK-NOT: %[[CELL]]
// CHECK: memref.store %[[VALUE]], %{{.*}} : memref<32x32xf32>
// CHECK-NOT: gpu.host_register
func.func @scalar(%A: memref<32xf32>, %B: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %s = 0 to 32 {
    %cell = memref.alloca() : memref<f32>
    %a = affine.load %A[%s] : memref<32xf32>
    affine.store %a, %cell[] : memref<f32>
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %cell[] : memref<f32>
        affine.store %v, %B[%s, %t] : memref<32x32xf32>
      }
    }
  }
  return
}

// -----

// What only launches use is allocated in device memory, and freed where it was,
// or at the end of the block; an allocation in a loop, in the loop.

// REMARK-COUNT-2: an array that only launches use is allocated in device memory
// CHECK-LABEL: func @only_launches
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index
// CHECK-NOT: memref.alloc
// CHECK: %[[T:.*]] = gpu.alloc (%[[N]]) : memref<?xf32>
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: scf.for
// CHECK: %[[U:.*]] = gpu.alloc () : memref<f32>
// CHECK: gpu.launch
// CHECK: memref.load %[[T]]
// CHECK: memref.store %{{.*}}, %[[U]][]
// CHECK: gpu.terminator
// CHECK: gpu.dealloc %[[U]]
// CHECK: gpu.dealloc %[[T]]
// CHECK-NEXT: return
func.func @only_launches(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %T = memref.alloc(%n) : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[%i] : memref<?xf32>
  }
  scf.for %s = %c0 to %n step %c1 {
    %U = memref.alloca() : memref<f32>
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      %t = affine.load %T[%i] : memref<?xf32>
      affine.store %t, %U[] : memref<f32>
      %u = affine.load %U[] : memref<f32>
      affine.store %u, %A[%i] : memref<?xf32>
    }
  }
  memref.dealloc %T : memref<?xf32>
  return
}

// -----

// What the host uses as well, be it through a view, stays where it is: the device
// is given access while the array lives.

// REMARK-COUNT-2: an array of the host that launches use is registered with the device; 'device-copies' would copy it
// CHECK-LABEL: func @shared_with_host
// CHECK: %[[T:.*]] = memref.alloc() : memref<32xf32>
// CHECK-NEXT: %[[TU:.*]] = memref.cast %[[T]] : memref<32xf32> to memref<*xf32>
// CHECK-NEXT: gpu.host_register %[[TU]]
// CHECK: %[[U:.*]] = memref.alloc() : memref<32xf32>
// CHECK-NEXT: %[[UU:.*]] = memref.cast %[[U]] : memref<32xf32> to memref<*xf32>
// CHECK-NEXT: gpu.host_register %[[UU]]
// CHECK: gpu.launch
// CHECK: memref.load %[[T]]
// CHECK: memref.store %{{.*}}, %[[U]]
// CHECK: gpu.terminator
// CHECK-DAG: gpu.host_unregister %[[TU]]
// CHECK-DAG: memref.dealloc %[[T]]
// CHECK: gpu.host_unregister %[[UU]]
// CHECK-NEXT: return %[[U]]
func.func @shared_with_host(%x: f32) -> memref<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %T = memref.alloc() : memref<32xf32>
  %V = memref.subview %T[0] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1]>>
  memref.store %x, %V[%c0] : memref<16xf32, strided<[1]>>
  %U = memref.alloc() : memref<32xf32>
  scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.block<x>] {
    %t = affine.load %T[%i] : memref<32xf32>
    affine.store %t, %U[%i] : memref<32xf32>
  }
  memref.dealloc %T : memref<32xf32>
  return %U : memref<32xf32>
}

// -----

// Globals. The first operation that gets one serves for all, also for those in
// launches; a constant is copied to the device.

// REMARK-DAG: a constant array that launches use is copied to the device
// REMARK-DAG: an array of the host that launches use is registered with the device
// CHECK-LABEL: func @globals
// CHECK-DAG: %[[C:.*]] = memref.get_global @c
// CHECK-DAG: %[[M:.*]] = memref.get_global @m
// CHECK-DAG: %[[D:.*]] = gpu.alloc () : memref<8xf32>
// CHECK-DAG: gpu.memcpy %[[D]], %[[C]]
// CHECK-DAG: %[[U:.*]] = memref.cast %[[M]]
// CHECK-DAG: gpu.host_register %[[U]]
// CHECK-NOT: memref.get_global
// CHECK: scf.for
// CHECK: gpu.launch
// CHECK: memref.load %[[D]]
// CHECK: memref.load %[[M]]
// CHECK: gpu.terminator
// CHECK-NOT: memref.get_global
// CHECK-DAG: gpu.dealloc %[[D]]
// CHECK-DAG: gpu.host_unregister %[[U]]
// CHECK: return
memref.global "private" constant @c : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
memref.global "private" @m : memref<8xf32> = dense<1.0>
func.func @globals(%A: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %s = %c0 to %n step %c1 {
    %m = memref.get_global @m : memref<8xf32>
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
      %c = memref.get_global @c : memref<8xf32>
      %a = affine.load %c[%i] : memref<8xf32>
      %b = affine.load %m[%i] : memref<8xf32>
      %s0 = arith.addf %a, %b : f32
      affine.store %s0, %A[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// A scalar that launches reach through a view is not passed by value.

// CHECK-LABEL: func @viewed_scalar
// CHECK: %[[CELL:.*]] = gpu.alloc () : memref<f32>
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[CELL]]
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %[[VIEW]]
func.func @viewed_scalar(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cell = memref.alloca() : memref<f32>
  %view = memref.reinterpret_cast %cell to offset: [0], sizes: [1], strides: [1] : memref<f32> to memref<1xf32>
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %view[%i] : memref<1xf32>
    %b = affine.load %cell[] : memref<f32>
    affine.store %b, %A[%i + 1] : memref<8xf32>
  }
  return
}
