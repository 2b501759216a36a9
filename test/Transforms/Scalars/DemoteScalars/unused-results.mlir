// An operation with several results that nothing uses goes as a whole.

// RUN: polymem-opt %s -polymem-demote-scalars --remarks-filter=".*" 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s
// RUN: polymem-opt %s -polymem-schedule | FileCheck %s --check-prefix=LOWERED
// RUN: polymem-opt %s -polymem-to-cpu | FileCheck %s --check-prefix=LOWERED
// LOWERED: func @halve

// REMARK: Function=halve {{.*}}0 to cells, 0 computed again, 1 erased that nothing uses
// CHECK-LABEL: func @halve
// CHECK-NOT: scf.while
// CHECK: return
func.func @halve(%n: i32) {
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %last:2 = scf.while (%i = %n) : (i32) -> (i32, i32) {
    %more = arith.cmpi sgt, %i, %zero : i32
    scf.condition(%more) %i, %two : i32, i32
  } do {
  ^bb0(%i: i32, %d: i32):
    %half = arith.divsi %i, %d : i32
    scf.yield %half : i32
  }
  return
}

// One of several results is used behind a loop.
// CHECK-LABEL: func @one_used
// CHECK: %[[R:.*]]:2 = scf.while
// CHECK: affine.store %[[R]]#1, %[[CELL:.*]][]
// CHECK: affine.for
// CHECK: affine.load %[[CELL]][]
func.func @one_used(%n: i32, %A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %last:2 = scf.while (%i = %n) : (i32) -> (i32, i32) {
    %more = arith.cmpi sgt, %i, %zero : i32
    %x = arith.muli %i, %i : i32
    scf.condition(%more) %i, %x : i32, i32
  } do {
  ^bb0(%i: i32, %d: i32):
    %half = arith.divsi %i, %d : i32
    scf.yield %half : i32
  }
  affine.for %j = 0 to 8 {
    affine.store %last#1, %A[%j] : memref<8xi32>
  }
  return
}
