// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32 thread-locality=false" --canonicalize | FileCheck %s --check-prefix=OFF

#map = affine_map<(d0) -> (d0)>
#end = affine_map<(d0)[s0] -> (d0 + 2, s0)>
#folded = #scratch.mapping<(d0) -> (d0 mod 8), extents = () -> (8)>

// Elements that each thread writes and reads itself need no barrier.

// CHECK-LABEL: func @same_element
// CHECK-NOT: gpu.barrier
// CHECK: return
// OFF-LABEL: func @same_element
// OFF: gpu.launch
// OFF: memref.store
// OFF: gpu.barrier
// OFF: memref.load
func.func @same_element(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %A[%t] : memref<?xf32>
      affine.store %y, %B[%t] : memref<?xf32>
    }
  }
  return
}

// Two elements of a thread in a row: [t, t + 2) for even t.
// CHECK-LABEL: func @same_range
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @same_range(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c2) mapping [#gpu.thread<x>] {
      affine.for %i = #map(%t) to min #end(%t)[%n] {
        affine.store %x, %A[%i] : memref<?xf32>
      }
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c2) mapping [#gpu.thread<x>] {
      affine.for %i = #map(%t) to min #end(%t)[%n] {
        %y = affine.load %A[%i] : memref<?xf32>
        affine.store %y, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// A neighbour's element.
// CHECK-LABEL: func @neighbour
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
func.func @neighbour(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %A[%t + 1] : memref<?xf32>
      affine.store %y, %B[%t] : memref<?xf32>
    }
  }
  return
}

// The same elements, but the second tile starts elsewhere: other threads.
// CHECK-LABEL: func @other_origin
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
func.func @other_origin(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<?xf32>
    }
    scratch.tile (%t) = (%c1) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %A[%t] : memref<?xf32>
      affine.store %y, %B[%t] : memref<?xf32>
    }
  }
  return
}

// The first is per row, the second per column.
// CHECK-LABEL: func @transposed
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
func.func @transposed(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %i = 0 to %n {
        affine.store %x, %A[%t, %i] : memref<?x?xf32>
      }
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %i = 0 to %n {
        %y = affine.load %A[%i, %t] : memref<?x?xf32>
        affine.store %y, %B[%t, %i] : memref<?x?xf32>
      }
    }
  }
  return
}

// Elements that no other thread touches, but in cells that one does: the
// mapping folds two elements into each.
// CHECK-LABEL: func @folded_cells
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
func.func @folded_cells(%B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n) : memref<?xf32, #folded, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%t] : memref<?xf32, #folded, #gpu.address_space<workgroup>>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %b[%t] : memref<?xf32, #folded, #gpu.address_space<workgroup>>
      affine.store %y, %B[%t] : memref<?xf32>
    }
  }
  return
}
