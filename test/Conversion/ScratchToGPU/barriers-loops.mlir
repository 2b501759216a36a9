// RUN: polymem-opt %s --convert-scratch-to-gpu --canonicalize | FileCheck %s

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (32)>
#ws = #gpu.address_space<workgroup>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s1 - 1 >= 0)>

// The next iteration's copy overwrites what this one's threads still read:
// a barrier before the copy, around the loop.
// CHECK-LABEL: func @loop_carried
// CHECK: gpu.launch
// CHECK-NOT: gpu.barrier
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @loop_carried(%A: memref<?xf32>, %B: memref<32xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%k) = (%c0) to (%n) step (%c32) {
      %b = scratch.alloc(%n)[%k] : memref<?xf32, #box, #ws>
      scratch.copy_in %A to %b over [#set](%k, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
      scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %b[%k - %t + 31] : memref<?xf32, #box, #ws>
        %y = affine.load %B[%t] : memref<32xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %B[%t] : memref<32xf32>
      }
    }
  }
  return
}

// What is written before a loop and only read in it: one barrier, before the
// loop and not in each iteration.
// CHECK-LABEL: func @before_loop
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @before_loop(%A: memref<?xf32>, %B: memref<32x?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%c0] : memref<?xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%c0, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
    scratch.tile (%k) = (%c0) to (%n) step (%c1) {
      scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %b[-%t + 31] : memref<?xf32, #box, #ws>
        affine.store %x, %B[%t, %k] : memref<32x?xf32>
      }
    }
  }
  return
}

// Only one branch writes; both lead to the read.
// CHECK-LABEL: func @branch
// CHECK: gpu.launch
// CHECK: scf.if
// CHECK: memref.store
// CHECK: }
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @branch(%A: memref<?xf32>, %B: memref<32xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%c0] : memref<?xf32, #box, #ws>
    affine.if affine_set<()[s0] : (s0 - 10 >= 0)>()[%n] {
      scratch.copy_in %A to %b over [#set](%c0, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
    }
    scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[-%t + 31] : memref<?xf32, #box, #ws>
      affine.store %x, %B[%t] : memref<32xf32>
    }
  }
  return
}

// Copies that share nothing need no barrier between them.
// CHECK-LABEL: func @independent_copies
// CHECK: gpu.launch
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @independent_copies(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %a = scratch.alloc(%n)[%c0] : memref<?xf32, #box, #ws>
    %b = scratch.alloc(%n)[%c0] : memref<?xf32, #box, #ws>
    scratch.copy_in %A to %a over [#set](%c0, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
    scratch.copy_in %B to %b over [#set](%c0, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
  }
  return
}

// A dimension of the root without a mapping is a loop inside the block.
// CHECK-LABEL: func @sequential_root
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK: return
func.func @sequential_root(%A: memref<?xf32>, %B: memref<32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o, %k) = (%c0, %c0) to (%c1, %n) step (%c1, %c32) mapping [#gpu.block<x>, none] {
    %b = scratch.alloc(%n)[%k] : memref<?xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%k, %n) : memref<?xf32> to memref<?xf32, #box, #ws>
    scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[%k - %t + 31] : memref<?xf32, #box, #ws>
      affine.store %x, %B[%t] : memref<32xf32>
    }
  }
  return
}
