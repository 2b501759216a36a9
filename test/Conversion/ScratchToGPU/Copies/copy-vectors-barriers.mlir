// A barrier that is not needed because each thread copies the elements that it uses
// stays away: such a copy has no vectors.

// RUN: polymem-opt %s --convert-scratch-to-gpu=block-size=8,4 --canonicalize -o %t --remarks-filter='convert-scratch-to-gpu' --remark-format=emitRemark 2>&1 | grep -o 'this copy moves.*' | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 8)>
#set = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, -d1 + 7 >= 0)>

// REMARK: single elements: each thread keeps to elements of its own, which saves a barrier"
// CHECK-LABEL: func @own
// CHECK-NOT: vector.
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @own(%A: memref<64x8xf32>, %B: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%o) = (%c0) to (%c64) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc()[%o] : memref<64x8xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%o) : memref<64x8xf32> to memref<64x8xf32, #box, #ws>
    %end = arith.addi %o, %c16 : index
    scratch.tile (%i, %j) = (%o, %c0) to (%end, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %x = affine.load %b[%i, %j] : memref<64x8xf32, #box, #ws>
      affine.store %x, %B[%i, %j] : memref<64x8xf32>
    }
  }
  return
}

// REMARK: this copy moves 4 elements
// CHECK-LABEL: func @others
// CHECK: vector.load
// CHECK: gpu.barrier
// CHECK: return
func.func @others(%A: memref<64x8xf32>, %B: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%o) = (%c0) to (%c64) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc()[%o] : memref<64x8xf32, #box, #ws>
    scratch.copy_in %A to %b over [#set](%o) : memref<64x8xf32> to memref<64x8xf32, #box, #ws>
    %end = arith.addi %o, %c16 : index
    scratch.tile (%i, %j) = (%o, %c0) to (%end, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %x = affine.load %b[%i, 7 - %j] : memref<64x8xf32, #box, #ws>
      affine.store %x, %B[%i, %j] : memref<64x8xf32>
    }
  }
  return
}

// Two copies that touch no element both need no barrier, whoever copies.
#upper = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#lower = affine_set<(d0, d1)[s0] : (d0 - s0 - 8 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, -d1 + 7 >= 0)>
// REMARK: this copy moves 4 elements
// REMARK: this copy moves 4 elements
// CHECK-LABEL: func @apart
// CHECK: vector.load
// CHECK-NOT: gpu.barrier
// CHECK: vector.load
// CHECK: gpu.barrier
// CHECK: return
func.func @apart(%A: memref<64x8xf32>, %B: memref<64x8xf32>, %C: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%o) = (%c0) to (%c64) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc()[%o] : memref<64x8xf32, #box, #ws>
    scratch.copy_in %A to %b over [#upper](%o) : memref<64x8xf32> to memref<64x8xf32, #box, #ws>
    scratch.copy_in %C to %b over [#lower](%o) : memref<64x8xf32> to memref<64x8xf32, #box, #ws>
    %end = arith.addi %o, %c16 : index
    scratch.tile (%i, %j) = (%o, %c0) to (%end, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %x = affine.load %b[%i, 7 - %j] : memref<64x8xf32, #box, #ws>
      affine.store %x, %B[%i, %j] : memref<64x8xf32>
    }
  }
  return
}
