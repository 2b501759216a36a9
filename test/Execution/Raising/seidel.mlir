// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=T=2,N=14 --sizes=T=1,N=2 --sizes=T=3,N=3
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A Gauss-Seidel sweep, with additions of negative constants.
// CHECK-LABEL: func @seidel
// CHECK: affine.for %[[I:.*]] = 1 to
// CHECK-NEXT: affine.for %[[J:.*]] = 1 to
// CHECK: affine.load %{{.*}}[%[[I]] - 1, %[[J]] - 1]
// CHECK: affine.load %{{.*}}[%[[I]] + 1, %[[J]] + 1]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @seidel(%t: index {polymem.param = "T"}, %n: index {polymem.param = "N"},
                  %A: memref<?x?xf64> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.constant -1 : index
  scf.for %s = %c0 to %t step %c1 {
    %end = arith.addi %n, %m1 : index
    scf.for %i = %c1 to %end step %c1 {
      scf.for %j = %c1 to %end step %c1 {
        %im = arith.addi %i, %m1 : index
        %jm = arith.addi %j, %m1 : index
        %ip = arith.addi %i, %c1 : index
        %jp = arith.addi %j, %c1 : index
        %a = memref.load %A[%im, %jm] : memref<?x?xf64>
        %b = memref.load %A[%i, %j] : memref<?x?xf64>
        %c = memref.load %A[%ip, %jp] : memref<?x?xf64>
        %ab = arith.addf %a, %b : f64
        %abc = arith.addf %ab, %c : f64
        memref.store %abc, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
