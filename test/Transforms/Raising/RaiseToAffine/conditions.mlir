// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s

// CHECK-DAG: #[[OUTSIDE:.*]] = affine_set<(d0) : (-d0 + 3 >= 0, d0 - 9 >= 0)>
// CHECK-DAG: #[[TRUE:.*]] = affine_set<() : (0 >= 0)>
// CHECK-DAG: #[[WITHIN:.*]] = affine_set<(d0, d1) : (d0 - 3 >= 0, d1 - (d0 - 3) - 1 >= 0)>
// CHECK-DAG: #[[BOTH:.*]] = affine_set<(d0, d1) : (d0 - 3 >= 0, d1 - 3 >= 0)>
// CHECK-DAG: #[[FLAG:.*]] = affine_set<()[s0] : (s0 + 1 == 0)>

// 'or' is the contrary of 'and', with the branches in the other's place.
// CHECK-LABEL: func @connected
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.if #[[OUTSIDE]](%[[I]]) {
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store {{.*}}[0]
// CHECK-NEXT: }

// CHECK-NEXT: affine.if #[[OUTSIDE]](%[[I]]) {
// CHECK-NEXT: affine.store {{.*}}[1]
// CHECK-NEXT: }

// CHECK-NEXT: affine.if #[[OUTSIDE]](%[[I]]) {
// CHECK-NEXT: affine.store {{.*}}[3]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store {{.*}}[2]
// CHECK-NEXT: }

// CHECK-NEXT: affine.if #[[TRUE]]() {
// CHECK-NEXT: affine.store {{.*}}[4]
func.func @connected(%A: memref<?xf32>, %n: index, %f: f32) {
  %z0 = arith.constant 0 : index
  %z1 = arith.constant 1 : index
  %z2 = arith.constant 2 : index
  %z3 = arith.constant 3 : index
  %z4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %true = arith.constant true
  affine.for %i = 0 to %n {
    %a = arith.cmpi sgt, %i, %c3 : index
    %b = arith.cmpi slt, %i, %c9 : index
    %or = arith.ori %a, %b : i1
    scf.if %or {
      memref.store %f, %A[%z0] : memref<?xf32>
    }
    %no = arith.xori %or, %true : i1
    scf.if %no {
      memref.store %f, %A[%z1] : memref<?xf32>
    }
    %either = arith.select %a, %true, %b : i1
    scf.if %either {
      memref.store %f, %A[%z2] : memref<?xf32>
    } else {
      memref.store %f, %A[%z3] : memref<?xf32>
    }
    scf.if %true {
      memref.store %f, %A[%z4] : memref<?xf32>
    }
  }
  return
}

// Less than a number that is not negative, as unsigned numbers: and not negative.
// CHECK-LABEL: func @unsigned
// CHECK: affine.if #[[WITHIN]](%[[I:.*]], %[[J:.*]]) {
// CHECK-NEXT: affine.store {{.*}}[%[[J]]]
// CHECK: affine.if #[[WITHIN]](%[[I]], %[[J]]) {
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store {{.*}}[%[[I]]]
func.func @unsigned(%A: memref<?xf32>, %n: index, %f: f32) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %d = arith.subi %i, %c3 : index
      %in = arith.cmpi ult, %d, %j : index
      scf.if %in {
        memref.store %f, %A[%j] : memref<?xf32>
      }
      %out = arith.cmpi uge, %d, %j : index
      scf.if %out {
        memref.store %f, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}

// A minimum is no less than a number if all of it is.
// CHECK-LABEL: func @extrema
// CHECK: affine.if #[[BOTH]](%[[I:.*]], %[[J:.*]]) {
// CHECK-NEXT: affine.store {{.*}}[%[[J]]]
// CHECK: affine.if #[[BOTH]](%[[I]], %[[J]]) {
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store {{.*}}[%[[I]]]
func.func @extrema(%A: memref<?xf32>, %n: index, %f: f32) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %m = arith.minsi %i, %j : index
      %all = arith.cmpi sge, %m, %c3 : index
      scf.if %all {
        memref.store %f, %A[%j] : memref<?xf32>
      }
      %some = arith.cmpi slt, %m, %c3 : index
      scf.if %some {
        memref.store %f, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}

// A condition that does not change in the nest.
// CHECK-LABEL: func @flag
// CHECK: %[[ON:.*]] = arith.index_cast %{{.*}} : i1 to index
// CHECK: affine.if #[[FLAG]]()[%[[ON]]]
func.func @flag(%A: memref<?xf32>, %n: index, %on: i1, %f: f32) {
  affine.for %i = 0 to %n {
    scf.if %on {
      memref.store %f, %A[%i] : memref<?xf32>
    }
  }
  return
}
