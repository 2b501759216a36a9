// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s

// CHECK-DAG: #[[LOW:.*]] = affine_map<(d0) -> (d0 - 8, 0)>
// CHECK-DAG: #[[HIGH:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0) -> (d0 floordiv 4 + d0, d0 + 2)>
// CHECK-DAG: #[[LESS:.*]] = affine_map<(d0) -> (-d0 + 8, 4)>
// CHECK-DAG: #[[BACK:.*]] = affine_map<(d0) -> (d0 - 3)>

// The maximum of lower bounds, the minimum of upper ones.
// CHECK-LABEL: func @extrema
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.for %{{.*}} = max #[[LOW]](%[[I]]) to min #[[HIGH]](%[[I]])[%{{.*}}]
func.func @extrema(%A: memref<?xf32>, %n: index, %m: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %back = arith.subi %i, %c8 : index
    %low = arith.maxsi %back, %c0 : index
    %ahead = arith.addi %i, %c8 : index
    %high = arith.minsi %ahead, %m : index
    scf.for %j = %low to %high step %c1 {
      memref.store %f, %A[%j] : memref<?xf32>
    }
  }
  return
}

// What is done to a minimum is done to its parts, where that keeps the order; the contrary
// of a maximum is a minimum.
// CHECK-LABEL: func @arithmetic_of_extrema
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.for %{{.*}} = 1 to min #[[SUM]](%[[I]])
// CHECK: affine.for %{{.*}} = 1 to min #[[LESS]](%[[I]])
func.func @arithmetic_of_extrema(%A: memref<?xf32>, %n: index, %f: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to %n {
    %m = arith.minsi %i, %c8 : index
    %d = arith.floordivsi %m, %c4 : index
    %s = arith.addi %d, %i : index
    scf.for %j = %c1 to %s step %c1 {
      memref.store %f, %A[%j] : memref<?xf32>
    }
    // Minus a maximum.
    %x = arith.maxsi %i, %c4 : index
    %t = arith.subi %c8, %x : index
    scf.for %j = %c1 to %t step %c1 {
      memref.store %f, %A[%j] : memref<?xf32>
    }
  }
  return
}

// A loop from 0 to max(0, x) is one to x.
// CHECK-LABEL: func @empty_part
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.for %{{.*}} = 0 to #[[BACK]](%[[I]])
func.func @empty_part(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    // max(0, i - 3)
    %c3 = arith.constant 3 : index
    %l = arith.subi %i, %c3 : index
    %positive = arith.cmpi sgt, %l, %c0 : index
    %end = arith.select %positive, %l, %c0 : index
    scf.for %j = %c0 to %end step %c1 {
      memref.store %f, %A[%j] : memref<?xf32>
    }
  }
  return
}

// An unsigned comparison of what is not negative.
// CHECK-LABEL: func @unsigned
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.for %{{.*}} = 0 to #{{.*}}(%[[I]])
func.func @unsigned(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    scf.for unsigned %j = %c0 to %i step %c1 {
      memref.store %f, %A[%j] : memref<?xf32>
    }
  }
  return
}
