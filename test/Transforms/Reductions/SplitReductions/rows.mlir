// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s
// RUN: polymem-opt %s --polymem-split-reductions=row-partials=1 | FileCheck %s --check-prefix=OFF

// The rows of a matrix-vector product are parallel, but threads with a row each
// would read elements that are a row apart: each row is the work of 32 threads.

// CHECK-LABEL: func @mv
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK:   %[[PARTS:.*]] = memref.alloca() : memref<32xi32>
// CHECK:   affine.for %[[P:.*]] = 0 to 32 {
// CHECK:     affine.store %{{.*}}, %[[PARTS]][%[[P]]]
// CHECK:     affine.for %[[J:.*]] = #{{.*}}(%[[P]]) to %{{.*}} step 32 {
// CHECK:       affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK:       affine.load %[[PARTS]][%[[P]]]
// CHECK:       affine.store %{{.*}}, %[[PARTS]][%[[P]]]
// CHECK-NEXT: }
// CHECK-NEXT: } {polymem.lanes}
// CHECK:   %[[Y:.*]] = affine.load %{{.*}}[%[[I]]]
// CHECK:   affine.for %{{.*}} = 0 to 32 iter_args(%{{.*}} = %[[Y]])
// CHECK:   affine.store %{{.*}}[%[[I]]]
// OFF-NOT: alloca
func.func @mv(%A: memref<?x?xi32>, %x: memref<?xi32>, %y: memref<?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %b = affine.load %x[%j] : memref<?xi32>
      %c = affine.load %y[%i] : memref<?xi32>
      %ab = arith.muli %a, %b : i32
      %s = arith.addi %c, %ab : i32
      affine.store %s, %y[%i] : memref<?xi32>
    }
  }
  return
}

// Of the transposed one, threads read neighbours as it is.

// CHECK-LABEL: func @tmv
// CHECK-NOT: alloca
func.func @tmv(%A: memref<?x?xi32>, %x: memref<?xi32>, %y: memref<?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x?xi32>
      %b = affine.load %x[%j] : memref<?xi32>
      %c = affine.load %y[%i] : memref<?xi32>
      %ab = arith.muli %a, %b : i32
      %s = arith.addi %c, %ab : i32
      affine.store %s, %y[%i] : memref<?xi32>
    }
  }
  return
}

// With two parallel loops, there are threads enough.

// CHECK-LABEL: func @mm
// CHECK-NOT: alloca
func.func @mm(%A: memref<?x?xi32>, %B: memref<?x?xi32>, %C: memref<?x?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xi32>
        %b = affine.load %B[%k, %j] : memref<?x?xi32>
        %c = affine.load %C[%i, %j] : memref<?x?xi32>
        %ab = arith.muli %a, %b : i32
        %s = arith.addi %c, %ab : i32
        affine.store %s, %C[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

// A condition in a row would have to do with the threads of 8 rows.

// CHECK-LABEL: func @and_more_sometimes
// CHECK-NOT: alloca
func.func @and_more_sometimes(%A: memref<?x?xi32>, %B: memref<?x?xi32>, %y: memref<?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %c = affine.load %y[%i] : memref<?xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %y[%i] : memref<?xi32>
    }
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      affine.for %j = 0 to %n {
        %c = affine.load %y[%i] : memref<?xi32>
        affine.store %c, %B[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
