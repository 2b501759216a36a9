// In lock step two statements of a parallel loop follow each other, and so do the operations of one; what is in
// the branches of a condition has no order.

// RUN: polymem-opt %s --mlir-disable-threading -o /dev/null --pass-pipeline='builtin.module(func.func(polymem-print-array-storage{order=lock-step}))' 2>&1 | FileCheck %s

// Each element is read behind all that are written: as many cells as elements.
// CHECK: storage @follow
// CHECK-NEXT: mem0: i0 mod arg2, arg2 cells
// CHECK: mem0: at least arg2 cells
func.func @follow(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %0 = affine.load %in[%i] : memref<?xf32>
    affine.store %0, %t[%i] : memref<?xf32>
    %1 = affine.load %t[%i] : memref<?xf32>
    affine.store %1, %out[%i] : memref<?xf32>
  }
  return
}

// Elements of the first half are read in one branch, and those of the second half written in the other one: that
// the read comes first is not known.
// CHECK: storage @branches
// CHECK-NEXT: mem0: i0 mod 2*arg2, 2*arg2 cells
func.func @branches(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %0 = affine.load %in[%i] : memref<?xf32>
    affine.store %0, %t[%i] : memref<?xf32>
  }
  affine.parallel (%i) = (0) to (2 * symbol(%n)) {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %1 = affine.load %t[%i] : memref<?xf32>
      affine.store %1, %out[%i] : memref<?xf32>
    } else {
      %1 = affine.load %in[%i] : memref<?xf32>
      affine.store %1, %t[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %n {
    %1 = affine.load %t[%i + symbol(%n)] : memref<?xf32>
    affine.store %1, %out[%i] : memref<?xf32>
  }
  return
}
