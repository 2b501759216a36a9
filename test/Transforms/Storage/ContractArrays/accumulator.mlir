// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-contract-arrays,polymem-hoist-accumulators))' --remarks-filter=polymem-hoist-accumulators 2>&1 | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-hoist-accumulators))' | FileCheck %s --check-prefix=ALONE

// An accumulator in a buffer whose elements share cells stays there: its last store
// would move behind stores of the element that has the cell next.

// CHECK: [Missed] SharedCells {{.*}}the cell stays in memory in this loop: elements of the buffer share cells (scratch.alloc)
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: iter_args
// CHECK: return
// ALONE: iter_args
func.func @f(%A: memref<?x?xi32>, %B: memref<?xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  %t = memref.alloc(%n) : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.store %zero, %t[%i] : memref<?xi32>
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %s = affine.load %t[%i] : memref<?xi32>
      %r = arith.addi %a, %s : i32
      affine.store %r, %t[%i] : memref<?xi32>
    }
    %v = affine.load %t[%i] : memref<?xi32>
    affine.store %v, %B[%i] : memref<?xi32>
  }
  memref.dealloc %t : memref<?xi32>
  return
}
