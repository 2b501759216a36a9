// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s

// Buffers count together where their tiles may share a launch: not those of another loop that the host keeps.

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (7500)>

// 30,000 bytes in a loop with a launch of its own, and 30,000 behind it.
// CHECK-LABEL: func @apart
// CHECK: affine.for
// CHECK: #gpu.block<x>
// CHECK: #gpu.block<y>, #gpu.block<x>
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-NEXT: affine.for
// CHECK-NOT: #gpu.block
// CHECK: return
func.func @apart(%A: memref<?xf32>, %B: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  affine.for %k = 1 to %n {
    scratch.tile (%i) = (%c0) to (%c256) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%c256) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c16, %c16) mapping [#gpu.block<y>, #gpu.block<x>] {
      scratch.tile (%t) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %B[%i, %j + %t] : memref<?x?xf32>
      }
    }
  }
  affine.for %k = 1 to %n {
    %z = affine.load %A[%k - 1] : memref<?xf32>
    affine.store %z, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%c256) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%c256) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}

// In one launch they are too many: the second loop is the host's.
// CHECK-LABEL: func @together
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-NEXT: affine.for
// CHECK: }
// CHECK: affine.for
// CHECK-COUNT-2: mapping [#gpu.block<x>]
// CHECK: return
func.func @together(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  affine.for %k = 1 to %n {
    %z = affine.load %A[%k - 1] : memref<?xf32>
    affine.store %z, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%c256) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%c256) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      }
    }
  }
  affine.for %k = 1 to %n {
    %z = affine.load %A[%k - 1] : memref<?xf32>
    affine.store %z, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%c256) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%c256) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<7500xf32, #box, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}
