// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=B=3,M=5,N=9,K=4 --sizes=B=1,M=1,N=1,K=1
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Parallel loops of several dimensions around a sequential one.
// CHECK-LABEL: func @batched
// CHECK: affine.parallel (%[[B:.*]], %[[I:.*]], %[[J:.*]]) = (0, 0, 0) to
// CHECK: affine.for %[[K:.*]] = 0 to
// CHECK: affine.load %{{.*}}[%[[B]], %[[I]], %[[K]]]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @batched(%A: memref<?x?x?xf32> {polymem.shape = ["B", "M", "K"]},
                   %X: memref<?x?x?xf32> {polymem.shape = ["B", "K", "N"]},
                   %C: memref<?x?x?xf32> {polymem.shape = ["B", "M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = memref.dim %C, %c0 : memref<?x?x?xf32>
  %m = memref.dim %C, %c1 : memref<?x?x?xf32>
  %n = memref.dim %C, %c2 : memref<?x?x?xf32>
  %k = memref.dim %A, %c2 : memref<?x?x?xf32>
  scf.parallel (%h, %i, %j) = (%c0, %c0, %c0) to (%b, %m, %n) step (%c1, %c1, %c1) {
    scf.for %l = %c0 to %k step %c1 {
      %a = memref.load %A[%h, %i, %l] : memref<?x?x?xf32>
      %x = memref.load %X[%h, %l, %j] : memref<?x?x?xf32>
      %c = memref.load %C[%h, %i, %j] : memref<?x?x?xf32>
      %p = arith.mulf %a, %x : f32
      %s = arith.addf %c, %p : f32
      memref.store %s, %C[%h, %i, %j] : memref<?x?x?xf32>
    }
    scf.reduce
  }
  return
}
