// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=30 --sizes=N=1 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A prefix sum, with the sum in a cell of a local array.
// CHECK-LABEL: func @prefix
// CHECK: affine.store %{{.*}}, %[[CELL:.*]][]
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.load %[[CELL]][]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @prefix(%A: memref<?xi32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %A, %c0 : memref<?xi32>
  %cell = memref.alloca() : memref<i32>
  memref.store %zero, %cell[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.load %cell[] : memref<i32>
    %a = memref.load %A[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    memref.store %t, %cell[] : memref<i32>
    memref.store %t, %A[%i] : memref<?xi32>
  }
  return
}
