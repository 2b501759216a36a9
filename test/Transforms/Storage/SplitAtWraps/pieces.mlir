// RUN: polymem-opt %s --split-input-file --polymem-split-at-wraps --canonicalize --cse | FileCheck %s
// RUN: polymem-opt %s --split-input-file --polymem-split-at-wraps -o /dev/null --remarks-filter=polymem-split-at-wraps 2>&1 | FileCheck %s --check-prefix=REMARK

// The remainder is computed where a piece begins; a piece has none.

// REMARK: remark: {{.*}}split where one of 1 subscripts wraps, which are in 1 groups
// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[M0:.*]]: index)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[M:.*]] = arith.maxsi %[[M0]], %[[C1]] :
// CHECK: affine.for %[[J:.*]] = 0
// CHECK: scf.while (%[[AT:.*]] = %[[C0]]) : (index) -> index {
// CHECK:   arith.cmpi slt, %[[AT]], %[[N]]
// CHECK: ^bb0(%[[I0:.*]]: index):
// CHECK:   %[[E:.*]] = arith.addi %[[I0]], %[[J]]
// CHECK:   %[[REM:.*]] = arith.remsi %[[E]], %[[M]]
// CHECK:   %[[FIRST:.*]] = arith.select
// CHECK:   %[[ROOM:.*]] = arith.subi %[[M]], %[[FIRST]]
// CHECK:   arith.cmpi sgt, %[[ROOM]], %[[C0]] :
// CHECK:   scf.if
// CHECK:     %[[STOP:.*]] = arith.addi %[[I0]], %[[ROOM]]
// CHECK:     %[[END:.*]] = arith.minsi %[[STOP]], %[[N]]
// CHECK:     %[[ORIGIN:.*]] = arith.subi %[[FIRST]], %[[I0]]
// CHECK:     scf.for %[[I:.*]] = %[[I0]] to %[[END]] step %[[C1]] {
// CHECK-NEXT:  %[[CELL:.*]] = arith.addi %[[ORIGIN]], %[[I]]
// CHECK-NEXT:  memref.load %[[A]][%[[CELL]]]
// CHECK-NEXT:  memref.store
// CHECK-NOT:   rem
// CHECK:     scf.yield %[[END]]
// CHECK:   } else {
// CHECK-NOT: scf.for
// CHECK:     %[[NEXT:.*]] = arith.addi %[[I0]], %[[C1]] :
// CHECK:     arith.remsi
// CHECK:     memref.load
// CHECK:     memref.store
// CHECK:     scf.yield %[[NEXT]]
func.func @one(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[(%i + %j) mod symbol(%m)] : memref<?xf32>
      affine.store %x, %B[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// Subscripts that differ by constants wrap together: one remainder for all. So do
// those that differ by the modulus and a constant: n * n + n + 1 here, and 2.

// REMARK: remark: {{.*}}split where one of 4 subscripts wraps, which are in 1 groups
// CHECK-LABEL: func.func @together(
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: scf.while
// CHECK: arith.remsi
// CHECK-NOT: remsi
// CHECK: arith.subi %{{.*}}, %[[C3]] :
// CHECK: scf.for
// CHECK: } else {
func.func @together(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %nn = arith.muli %n, %n : index
  %nn_n = arith.addi %nn, %n : index
  %sum = arith.addi %nn_n, %c1 : index
  %m = arith.maxsi %sum, %c1 : index
  affine.for %j = 1 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[(%j * symbol(%nn) + %i - 1) mod symbol(%m)] : memref<?xf32>
      %y = affine.load %A[(%j * symbol(%nn) + %i + 1) mod symbol(%m)] : memref<?xf32>
      %z = affine.load %A[(%j * symbol(%nn) + %i) mod symbol(%m)] : memref<?xf32>
      %xy = arith.addf %x, %y : f32
      %xyz = arith.addf %xy, %z : f32
      affine.store %xyz, %A[((%j + 1) * symbol(%nn) + symbol(%n) + %i + 3) mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}

// -----

// How far another group is from the first one is computed outside all loops.

// REMARK: remark: {{.*}}split where one of 2 subscripts wraps, which are in 2 groups
// CHECK-LABEL: func.func @apart(
// CHECK: arith.remsi
// CHECK: affine.for
// CHECK: scf.while
// CHECK: arith.remsi
// CHECK-NOT: remsi
// CHECK: arith.minsi
// CHECK: scf.for
func.func @apart(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[(%j * 5 + %i) mod symbol(%m)] : memref<?xf32>
      affine.store %x, %A[(%j * 5 + %i + symbol(%n)) mod symbol(%m)] : memref<?xf32>
    }
  }
  return
}
