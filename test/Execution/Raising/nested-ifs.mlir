// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=9 --sizes=N=1 --sizes=N=4
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Conditions in conditions: an inequality, whose branches change places, an 'or', and one
// that depends on data, which stays around a loop that is raised.
// CHECK-DAG: #[[EQUAL:.*]] = affine_set<(d0, d1) : (d0 - d1 == 0)>
// CHECK-LABEL: func @nested
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK: affine.if #[[EQUAL]](%[[I]], %[[J]]) {
// CHECK-NEXT: } else {
// CHECK: affine.if
// CHECK: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.load
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @nested(%A: memref<?x?xi32> {polymem.shape = ["N", "N"], polymem.range = [0, 3]}, %B: memref<?xi32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %B, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %ne = arith.cmpi ne, %i, %j : index
      scf.if %ne {
        %first = arith.cmpi slt, %i, %c3 : index
        %last = arith.cmpi sge, %j, %c3 : index
        %either = arith.ori %first, %last : i1
        scf.if %either {
          %v = memref.load %A[%i, %j] : memref<?x?xi32>
          %hot = arith.cmpi eq, %v, %one : i32
          scf.if %hot {
            scf.for %k = %c0 to %c3 step %c1 {
              %b = memref.load %B[%i] : memref<?xi32>
              %s = arith.addi %b, %one : i32
              memref.store %s, %B[%i] : memref<?xi32>
            }
          }
        }
      }
    }
  }
  return
}
