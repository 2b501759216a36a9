// RUN: polymem-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(scratch-promote{machine=prem-gu2023 promote-all memory-space=default print-plan}))' 2>&1 | FileCheck %s

// On a multicore there are two buffers for each array, and both must fit.

// CHECK-LABEL: // scratch-promote: @twice
// CHECK: arg0 {{.*}} 61440 {{.*}} promoted
// CHECK: total: 122880 of 122880 bytes
// CHECK-LABEL: // scratch-promote: @too_large
// CHECK: arg0 {{.*}} 61444 {{.*}} not promoted: of 2 buffers for it, 122896 bytes exceed the capacity of 122880 bytes
// CHECK-LABEL: // scratch-promote: @diagonal
// CHECK: arg0 8 x 8
// CHECK-LABEL: // scratch-promote: @transposed
// CHECK: arg0 1 x 1
// CHECK: arg0 1 x 1
// CHECK: total: 32 of 122880 bytes
// CHECK-LABEL: // scratch-promote: @small
// CHECK: arg0 99 x 99
// CHECK-NEXT: total

func.func @twice(%A: memref<15360xf32>, %x: f32, %c0: index, %c1: index) {
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
    affine.for %j = 0 to 15360 {
      affine.store %x, %A[%j] : memref<15360xf32>
    }
  }
  return
}

func.func @too_large(%A: memref<15361xf32>, %x: f32, %c0: index, %c1: index) {
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
    affine.for %j = 0 to 15361 {
      affine.store %x, %A[%j] : memref<15361xf32>
    }
  }
  return
}

// Buffers are boxes: with all dimensions, though one is a function of the other.

func.func @diagonal(%A: memref<8x8xf32>, %x: f32, %c0: index, %c1: index) {
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%j, %j] : memref<8x8xf32>
    }
  }
  return
}

// A box around an element and its transpose is the whole array, which does not
// fit: they have one each, for no value gets from one to the other. Where it
// fits there is one.

func.func @transposed(%A: memref<200x200xf32>, %c0: index, %c1: index) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 200 {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
        %a = affine.load %A[%i, %j] : memref<200x200xf32>
        affine.store %a, %A[%j, %i] : memref<200x200xf32>
      }
    }
  }
  return
}

func.func @small(%A: memref<50x50xf32>, %c0: index, %c1: index) {
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to 50 {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
        %a = affine.load %A[%i, %j] : memref<50x50xf32>
        affine.store %a, %A[%j, %i] : memref<50x50xf32>
      }
    }
  }
  return
}
