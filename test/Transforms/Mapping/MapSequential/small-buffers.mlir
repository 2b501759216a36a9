// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s

// On a machine with less fast memory than that, none joins.
// RUN: sed -e 's/"bytes": 232448/"bytes": 1000/' -e 's/"static-bytes": 49152/"static-bytes": 1000/' %polymem_src/machines/nvidia-h200.json > %t.json
// RUN: polymem-opt %s --polymem-map-sequential=machine=%t.json | FileCheck %s --check-prefix=TINY
// TINY-LABEL: func @small
// TINY-COUNT-2: #gpu.block<x>
// TINY-LABEL: func @large

// Tiles with small buffers may join sequential code in a launch; all buffers of
// a launch exist together, so that large ones may not.

#small = #scratch.mapping<(d0) -> (d0), extents = () -> (256)>
#large = #scratch.mapping<(d0) -> (d0), extents = () -> (257)>

// CHECK-LABEL: func @small
// CHECK-COUNT-1: #gpu.block<x>
// CHECK-NOT: #gpu.block<x>
// CHECK-LABEL: func @large
// CHECK-COUNT-2: #gpu.block<x>
// CHECK-LABEL: func @parametric
// CHECK-COUNT-2: #gpu.block<x>

// Eight of 1024 bytes, and the ninth is a launch of its own, in each iteration.
// CHECK-LABEL: func @many
// CHECK-COUNT-2: #gpu.block<x>
// CHECK-NOT: #gpu.block<x>
// CHECK: return
func.func @small(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  affine.for %k = 1 to %n {
    %x = affine.load %A[%k - 1] : memref<?xf32>
    affine.store %x, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}

func.func @large(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  affine.for %k = 1 to %n {
    %x = affine.load %A[%k - 1] : memref<?xf32>
    affine.store %x, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<257xf32, #large, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<257xf32, #large, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}

#any = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0)>
func.func @parametric(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  affine.for %k = 1 to %n {
    %x = affine.load %A[%k - 1] : memref<?xf32>
    affine.store %x, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc(%n)[%n] : memref<?xf32, #any, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<?xf32, #any, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}

func.func @many(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  affine.for %k = 1 to %n {
    %x = affine.load %A[%k - 1] : memref<?xf32>
    affine.store %x, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
      %b = scratch.alloc() : memref<256xf32, #small, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%n) step (%c1) mapping [#gpu.thread<x>] {
        %y = affine.load %A[%t] : memref<?xf32>
        affine.store %y, %b[%t] : memref<256xf32, #small, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}
