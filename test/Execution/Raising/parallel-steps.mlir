// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=50 --sizes=N=1 --sizes=N=16
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Parallel loops with steps, bounds that are minima, and a condition of unsigned numbers.
// CHECK-LABEL: func @steps
// CHECK: affine.parallel (%[[I:.*]]) = (0) to ({{.*}}) step (16)
// CHECK-NEXT: affine.parallel (%[[J:.*]]) = (%[[I]]) to (min(
// CHECK-NEXT: affine.if
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @steps(%n: index {polymem.param = "N"}, %A: memref<?xi32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c30 = arith.constant 30 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c16) {
    %next = arith.addi %i, %c16 : index
    %end = arith.minsi %next, %n : index
    scf.parallel (%j) = (%i) to (%end) step (%c1) {
      %in = arith.cmpi ult, %j, %c30 : index
      scf.if %in {
        %a = memref.load %A[%j] : memref<?xi32>
        %b = arith.addi %a, %a : i32
        memref.store %b, %A[%j] : memref<?xi32>
      }
      scf.reduce
    }
    scf.reduce
  }
  return
}
