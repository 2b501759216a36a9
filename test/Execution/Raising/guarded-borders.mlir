// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=30 --sizes=N=1 --sizes=N=2 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A stencil whose borders are tested in each iteration, with 'and', and computed by an
// 'else'.
// CHECK-DAG: #[[INNER:.*]] = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 2 >= 0)>
// CHECK-LABEL: func @borders
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: %[[R:.*]] = affine.if #[[INNER]](%[[I]])[{{.*}}] -> f32 {
// CHECK: affine.load %{{.*}}[%[[I]] - 1]
// CHECK: } else {
// CHECK: affine.yield
// CHECK: affine.store %[[R]]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @borders(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %last = arith.subi %n, %c1 : index
    %low = arith.cmpi sgt, %i, %c0 : index
    %high = arith.cmpi slt, %i, %last : index
    %in = arith.andi %low, %high : i1
    %r = scf.if %in -> (f32) {
      %l = arith.subi %i, %c1 : index
      %h = arith.addi %i, %c1 : index
      %a = memref.load %A[%l] : memref<?xf32>
      %b = memref.load %A[%h] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      scf.yield %s : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %r, %B[%i] : memref<?xf32>
  }
  return
}
