// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s

// The variable is less than a number of 32 bits: one may be added, two may not.
// CHECK-LABEL: func @bounds
// CHECK: affine.for %[[I:.*]] = 1
// CHECK: affine.store {{.*}}[%[[I]] + 1]
// CHECK-NEXT: affine.store {{.*}}[%[[I]] - 2]
// CHECK: arith.addi
// CHECK: memref.store
func.func @bounds(%A: memref<?xf32>, %n: i32, %f: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  scf.for %i = %c1 to %n step %c1 : i32 {
    %p = arith.addi %i, %c1 : i32
    %px = arith.index_cast %p : i32 to index
    memref.store %f, %A[%px] : memref<?xf32>
    %m = arith.subi %i, %c2 : i32
    %mx = arith.index_cast %m : i32 to index
    memref.store %f, %A[%mx] : memref<?xf32>
    %q = arith.addi %i, %c2 : i32
    %qx = arith.index_cast %q : i32 to index
    memref.store %f, %A[%qx] : memref<?xf32>
  }
  return
}

// Where a condition bounds a number, twice as much fits into eight bits.
// CHECK-LABEL: func @conditions
// CHECK: affine.for %[[I:.*]] = 0
// CHECK: arith.muli
// CHECK: memref.store
// CHECK: affine.if #{{.*}}(%[[I]])
// CHECK-NEXT: affine.store {{.*}}[%[[I]] * 2]
func.func @conditions(%A: memref<?xf32>, %n: i8, %f: f32) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  %c63 = arith.constant 63 : i8
  scf.for %i = %c0 to %n step %c1 : i8 {
    %d = arith.muli %i, %c2 : i8
    %x = arith.index_cast %d : i8 to index
    memref.store %f, %A[%x] : memref<?xf32>
    %small = arith.cmpi sle, %i, %c63 : i8
    scf.if %small {
      memref.store %f, %A[%x] : memref<?xf32>
    }
  }
  return
}
