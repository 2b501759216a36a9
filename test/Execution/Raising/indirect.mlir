// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=50 --sizes=N=1 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A gather: the load through an index array stays, all else is raised.
// CHECK-LABEL: func @gather
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.load %{{.*}}[%[[I]]]
// CHECK: memref.load
// CHECK: affine.store %{{.*}}[%[[I]]]
// CHECK-NOT: {{scf|memref.store}}
// CHECK: return

func.func @gather(%at: memref<?xindex> {polymem.shape = ["N"], polymem.range = [0, "N"]}, %A: memref<?xf32> {polymem.shape = ["N"]},
                  %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %p = memref.load %at[%i] : memref<?xindex>
    %a = memref.load %A[%p] : memref<?xf32>
    memref.store %a, %B[%i] : memref<?xf32>
  }
  return
}
