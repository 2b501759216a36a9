// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32 max-isl-operations=2000" --canonicalize | FileCheck %s --check-prefix=FEW

// Accesses whose subscripts differ in constants are asked about together, so that
// few operations are enough for many of them. Where that is not so of all numbers
// between the constants, each is asked about.

// Each thread has eight elements in a row.
// CHECK-LABEL: func @all_numbers
// CHECK-NOT: gpu.barrier
// CHECK: return
// FEW-LABEL: func @all_numbers
// FEW-NOT: gpu.barrier
// FEW: return
func.func @all_numbers(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c8) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<?xf32>
      affine.store %x, %A[%t + 1] : memref<?xf32>
      affine.store %x, %A[%t + 2] : memref<?xf32>
      affine.store %x, %A[%t + 3] : memref<?xf32>
      affine.store %x, %A[%t + 4] : memref<?xf32>
      affine.store %x, %A[%t + 5] : memref<?xf32>
      affine.store %x, %A[%t + 6] : memref<?xf32>
      affine.store %x, %A[%t + 7] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c8) mapping [#gpu.thread<x>] {
      %y0 = affine.load %A[%t] : memref<?xf32>
      affine.store %y0, %B[%t] : memref<?xf32>
      %y1 = affine.load %A[%t + 1] : memref<?xf32>
      affine.store %y1, %B[%t + 1] : memref<?xf32>
      %y2 = affine.load %A[%t + 2] : memref<?xf32>
      affine.store %y2, %B[%t + 2] : memref<?xf32>
      %y3 = affine.load %A[%t + 3] : memref<?xf32>
      affine.store %y3, %B[%t + 3] : memref<?xf32>
      %y4 = affine.load %A[%t + 4] : memref<?xf32>
      affine.store %y4, %B[%t + 4] : memref<?xf32>
      %y5 = affine.load %A[%t + 5] : memref<?xf32>
      affine.store %y5, %B[%t + 5] : memref<?xf32>
      %y6 = affine.load %A[%t + 6] : memref<?xf32>
      affine.store %y6, %B[%t + 6] : memref<?xf32>
      %y7 = affine.load %A[%t + 7] : memref<?xf32>
      affine.store %y7, %B[%t + 7] : memref<?xf32>
    }
  }
  return
}

// Each thread has every other one of four elements.
// CHECK-LABEL: func @in_steps
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @in_steps(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<?xf32>
      affine.store %x, %A[%t + 2] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      %y0 = affine.load %A[%t] : memref<?xf32>
      affine.store %y0, %B[%t] : memref<?xf32>
      %y1 = affine.load %A[%t + 2] : memref<?xf32>
      affine.store %y1, %B[%t + 2] : memref<?xf32>
    }
  }
  return
}

// With 4 in place of 6 that is a neighbour's element, and 6 is none.
// CHECK-LABEL: func @only_constants
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @only_constants(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<?xf32>
      affine.store %x, %A[%t + 1] : memref<?xf32>
      affine.store %x, %A[%t + 6] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      %y0 = affine.load %A[%t] : memref<?xf32>
      affine.store %y0, %B[%t] : memref<?xf32>
      %y1 = affine.load %A[%t + 1] : memref<?xf32>
      affine.store %y1, %B[%t + 1] : memref<?xf32>
      %y2 = affine.load %A[%t + 6] : memref<?xf32>
      affine.store %y2, %B[%t + 6] : memref<?xf32>
    }
  }
  return
}

// The last one is the first one of a neighbour.
// CHECK-LABEL: func @neighbour
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
func.func @neighbour(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%t] : memref<?xf32>
      affine.store %x, %A[%t + 1] : memref<?xf32>
      affine.store %x, %A[%t + 4] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      %y0 = affine.load %A[%t] : memref<?xf32>
      affine.store %y0, %B[%t] : memref<?xf32>
      %y1 = affine.load %A[%t + 1] : memref<?xf32>
      affine.store %y1, %B[%t + 1] : memref<?xf32>
      %y2 = affine.load %A[%t + 4] : memref<?xf32>
      affine.store %y2, %B[%t + 4] : memref<?xf32>
    }
  }
  return
}
