// What an asynchronous copy reads may be stored by another thread only behind a barrier behind
// its wait: a barrier before the wait is none for that. (test/Execution/Pipelining/in-place.mlir
// executes such a program.)

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8 async-copies" | FileCheck %s

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>

// CHECK-LABEL: func @source
// CHECK: nvgpu.device_async_copy
// CHECK: nvvm.cp.async.commit.group
// CHECK: gpu.barrier
// CHECK: nvvm.cp.async.wait.group 0
// CHECK: memref.store {{.*}} : memref<8xf32>
// CHECK: gpu.barrier
// CHECK: memref.store {{.*}} : memref<8xf32>
// CHECK-NOT: gpu.barrier
func.func @source(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() {shared_cells} : memref<8xf32, #box, #ws>
    %b = scratch.alloc() {shared_cells} : memref<8xf32, #box, #ws>
    %token = scratch.copy_in %A to %a over [#all]() : memref<8xf32> to memref<8xf32, #box, #ws> -> !scratch.token
    scratch.copy_in %B to %b over [#all]() : memref<8xf32> to memref<8xf32, #box, #ws>
    // A barrier before this tile, which reads what others copied.
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[-%i + 7] : memref<8xf32, #box, #ws>
      affine.store %x, %C[%i] : memref<8xf32>
    }
    scratch.wait %token
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %a[%i] : memref<8xf32, #box, #ws>
      %y = affine.load %C[%i] : memref<8xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %C[%i] : memref<8xf32>
    }
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %zero, %A[-%i + 7] : memref<8xf32>
    }
  }
  return
}
