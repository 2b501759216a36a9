// RUN: polymem-opt %s --polymem-expand-arrays | FileCheck %s
// RUN: polymem-opt %s --polymem-expand-arrays=assume=N=100 --remarks-filter=polymem-expand-arrays --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7 --sizes=N=2 --sizes=N=1 --sizes=N=0 \
// RUN:   --pipeline='polymem-expand-arrays' \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule'

// Row k and column k are overwritten in step k: what an iteration sees of them depends on where it is.
// Copies are made in front of the step, and where the new values are written.

// REMARK: remark: [Passed] Versioned
// REMARK-SAME: Bytes=160000, Faces=2, Loads=2
// REMARK-SAME: what 2 loads of a step overwrite is read from copies of 2 faces, as it is before and after the step, with 160000 bytes at assumed sizes

// CHECK-LABEL: func.func @paths
// CHECK-SAME: (%[[P:[a-z0-9]+]]: memref<?x?xi32>
// CHECK: %[[N:.*]] = memref.dim %[[P]]
// CHECK: %[[COLUMN:.*]] = memref.alloc(%[[N]], %[[N]]) : memref<?x?xi32>
// CHECK-NEXT: %[[NEWCOLUMN:.*]] = memref.alloc(%[[N]], %[[N]]) : memref<?x?xi32>
// CHECK-NEXT: %[[ROW:.*]] = memref.alloc(%[[N]], %[[N]]) : memref<?x?xi32>
// CHECK-NEXT: %[[NEWROW:.*]] = memref.alloc(%[[N]], %[[N]]) : memref<?x?xi32>
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to %[[N]] {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[N]] {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[P]][%[[I]], %[[K]]]
// CHECK-NEXT: affine.store %[[X]], %[[COLUMN]][%[[K]], %[[I]]]
// CHECK: affine.for %[[J:.*]] = 0 to %[[N]] {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[P]][%[[K]], %[[J]]]
// CHECK-NEXT: affine.store %[[X]], %[[ROW]][%[[K]], %[[J]]]
// The diagonal sees nothing of the step, and both faces get what it writes.
// CHECK: affine.load %[[COLUMN]][%[[K]], %[[K]]]
// CHECK-NEXT: affine.load %[[ROW]][%[[K]], %[[K]]]
// CHECK: affine.store %[[X:.*]], %[[P]][%[[K]], %[[K]]]
// CHECK-DAG: affine.store %[[X]], %[[NEWCOLUMN]][%[[K]], %[[K]]]
// CHECK-DAG: affine.store %[[X]], %[[NEWROW]][%[[K]], %[[K]]]
// Below the diagonal the new row is read; last comes what reads the new row and the new column.
// CHECK: affine.load %[[NEWROW]][%[[K]], %[[K]]]
// CHECK: affine.load %[[NEWROW]][
// CHECK: affine.load %[[NEWCOLUMN]][%[[K]], %[[I:.*]]]
// CHECK-NEXT: affine.load %[[NEWROW]][%[[K]], %[[J:.*]]]
// CHECK: affine.store %{{.*}}, %[[P]][%[[I]], %[[J]]]
// CHECK-NOT: affine.store
// CHECK-COUNT-4: memref.dealloc
func.func @paths(%path: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %direct = affine.load %path[%i, %j] : memref<?x?xi32>
        %first = affine.load %path[%i, %k] : memref<?x?xi32>
        %second = affine.load %path[%k, %j] : memref<?x?xi32>
        %through = arith.addi %first, %second : i32
        %next = arith.minsi %direct, %through : i32
        affine.store %next, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
