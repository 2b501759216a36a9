// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=20,M=9 --sizes=N=1,M=1
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A transposition by scf.forall.
// CHECK-LABEL: func @transpose
// CHECK: affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 0) to
// CHECK: affine.load %{{.*}}[%[[J]], %[[I]]]
// CHECK: affine.store %{{.*}}[%[[I]], %[[J]]]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @transpose(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  scf.forall (%i, %j) in (%m, %n) {
    %a = memref.load %A[%j, %i] : memref<?x?xf32>
    memref.store %a, %B[%i, %j] : memref<?x?xf32>
  }
  return
}
