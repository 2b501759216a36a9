// A row of a triangular stencil from the one before, in the orders of the thesis (chapter 3; test/Storage/orders.test
// has them as text).

// RUN: polymem-opt %s --mlir-disable-threading -o /dev/null --pass-pipeline='builtin.module(func.func(polymem-print-array-storage{assume=arg1=10}))' 2>&1 | FileCheck %s
// RUN: polymem-opt %s --mlir-disable-threading -o /dev/null --pass-pipeline='builtin.module(func.func(polymem-print-array-storage{assume=arg1=10 order=lock-step}))' 2>&1 | FileCheck %s --check-prefix=LOCKSTEP

// In any order of the points of a row: two rows.
// CHECK: storage @parallel
// CHECK-NEXT: mem0: {{.*}} 2*arg1 cells
// CHECK-NEXT: mem0: 20 cells where arg1 = 10
// In sequence: one row and an element.
// CHECK: storage @sequential
// CHECK-NEXT: mem0: {{.*}} mod (arg1 + 1), arg1 + 1 cells
// CHECK-NEXT: mem0: 11 cells where arg1 = 10
// CHECK-NEXT: mem0: at least arg1 + 1 cells where arg1 >= {{[0-9]+}}

// All reads of a row before its writes: one row. A loop that is not parallel has its order.
// LOCKSTEP: storage @parallel
// LOCKSTEP-NEXT: mem0: i1 mod arg1, arg1 cells
// LOCKSTEP-NEXT: mem0: 10 cells where arg1 = 10
// LOCKSTEP-NEXT: mem0: at least arg1 cells where arg1 >= {{[0-9]+}}
// LOCKSTEP: storage @sequential
// LOCKSTEP-NEXT: mem0: {{.*}} mod (arg1 + 1), arg1 + 1 cells

func.func @parallel(%out: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.store %zero, %A[0, %i] : memref<?x?xf32>
  }
  affine.for %i = 1 to %n {
    affine.parallel (%j) = (0) to (symbol(%n)) {
      %0 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %1 = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) -> f32 {
        %2 = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
        affine.yield %2 : f32
      } else {
        affine.yield %zero : f32
      }
      %3 = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%n] -> f32 {
        %4 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        affine.yield %4 : f32
      } else {
        affine.yield %zero : f32
      }
      %5 = arith.addf %0, %1 : f32
      %6 = arith.addf %5, %3 : f32
      affine.store %6, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 0 to %n {
    %0 = affine.load %A[symbol(%n) - 1, %j] : memref<?x?xf32>
    affine.store %0, %out[%j] : memref<?xf32>
  }
  return
}

func.func @sequential(%out: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.store %zero, %A[0, %i] : memref<?x?xf32>
  }
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %1 = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) -> f32 {
        %2 = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
        affine.yield %2 : f32
      } else {
        affine.yield %zero : f32
      }
      %3 = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%n] -> f32 {
        %4 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        affine.yield %4 : f32
      } else {
        affine.yield %zero : f32
      }
      %5 = arith.addf %0, %1 : f32
      %6 = arith.addf %5, %3 : f32
      affine.store %6, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 0 to %n {
    %0 = affine.load %A[symbol(%n) - 1, %j] : memref<?x?xf32>
    affine.store %0, %out[%j] : memref<?xf32>
  }
  return
}
