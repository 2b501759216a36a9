// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=12 --sizes=N=1 --sizes=N=2
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Loops that begin behind the variable of another one.
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func @lu
// CHECK: affine.for %[[K:.*]] = 0 to
// CHECK: affine.for %[[I:.*]] = #[[NEXT]](%[[K]]) to
// CHECK: affine.for %[[I:.*]] = #[[NEXT]](%[[K]]) to
// CHECK: affine.for %[[J:.*]] = #[[NEXT]](%[[K]]) to
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @lu(%n: index {polymem.param = "N"}, %A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %k1 = arith.addi %k, %c1 : index
    scf.for %i = %k1 to %n step %c1 {
      %a = memref.load %A[%i, %k] : memref<?x?xf32>
      %d = memref.load %A[%k, %k] : memref<?x?xf32>
      %q = arith.divf %a, %d : f32
      memref.store %q, %A[%i, %k] : memref<?x?xf32>
    }
    scf.for %i = %k1 to %n step %c1 {
      scf.for %j = %k1 to %n step %c1 {
        %a = memref.load %A[%i, %k] : memref<?x?xf32>
        %b = memref.load %A[%k, %j] : memref<?x?xf32>
        %c = memref.load %A[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.subf %c, %p : f32
        memref.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
