// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=M=9,N=7 --sizes=M=1,N=1
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A triangular product, whose loops have a condition on two variables.
// CHECK-DAG: #[[BELOW:.*]] = affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>
// CHECK-LABEL: func @trmm
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK: affine.for %[[K:.*]] = 0 to
// CHECK: affine.if #[[BELOW]](%[[K]], %[[I]])
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @trmm(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %B, %c0 : memref<?x?xf32>
  %n = memref.dim %B, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %m step %c1 {
        %below = arith.cmpi sgt, %k, %i : index
        scf.if %below {
          %a = memref.load %A[%k, %i] : memref<?x?xf32>
          %b = memref.load %B[%k, %j] : memref<?x?xf32>
          %c = memref.load %B[%i, %j] : memref<?x?xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %B[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
