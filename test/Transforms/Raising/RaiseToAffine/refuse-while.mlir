// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Loops with a condition that do not count.

func.func @more_than_counter(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] While | {{.*}}Remark="scf.while stays: it does more than compare a counter before each iteration"
  %r = scf.while (%i = %c0) : (index) -> index {
    affine.store %f, %A[0] : memref<?xf32>
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return
}
func.func @other_predicate(%n: index) {
  %c1 = arith.constant 1 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] While | {{.*}}Remark="scf.while stays: it does not compare a counter with slt or sgt"
  %r = scf.while (%i = %n) : (index) -> index {
    %c = arith.cmpi ne, %i, %n : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return
}
func.func @product(%n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] While | {{.*}}Remark="scf.while stays: it does not count by an addition"
  %r = scf.while (%i = %c1) : (index) -> index {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.muli %i, %c2 : index
    scf.yield %j : index
  }
  return
}
func.func @step(%n: index, %s: index) {
  %c1 = arith.constant 1 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] While | {{.*}}Remark="scf.while stays: it does not count by a positive constant"
  %r = scf.while (%i = %c1) : (index) -> index {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %s : index
    scf.yield %j : index
  }
  return
}
func.func @used(%n: index) -> index {
  %c1 = arith.constant 1 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] While | {{.*}}Remark="scf.while stays: it has a counter that is used behind it"
  %r = scf.while (%i = %c1) : (index) -> index {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return %r : index
}
func.func @wraps(%n: i8) {
  %c0 = arith.constant 0 : i8
  %c2 = arith.constant 2 : i8
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] While | {{.*}}Remark="scf.while stays: it has a counter that may wrap around"
  %r = scf.while (%i = %c0) : (i8) -> i8 {
    %c = arith.cmpi slt, %i, %n : i8
    scf.condition(%c) %i : i8
  } do {
  ^bb0(%i: i8):
    %j = arith.addi %i, %c2 : i8
    scf.yield %j : i8
  }
  return
}
