// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=40 --sizes=N=2 --sizes=N=1
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Loops of steps greater than one, shifts, masks and quotients of what is not negative.
// CHECK-LABEL: func @strided
// CHECK: affine.for %[[I:.*]] = 1 to %{{.*}} step 3 {
// CHECK: affine.load %{{.*}}[%[[I]] floordiv 2]
// CHECK: affine.load %{{.*}}[%[[I]] mod 4]
// CHECK: affine.store %{{.*}}[%[[I]] * 2]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @strided(%n: i32 {polymem.param = "N"}, %A: memref<?xf32> {polymem.shape = ["N + 4"]},
                   %B: memref<?xf32> {polymem.shape = ["2 * N"]}) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c1 to %n step %c3 : i32 {
    %h = arith.divsi %i, %c2 : i32
    %hx = arith.index_cast %h : i32 to index
    %low = arith.andi %i, %c3 : i32
    %lx = arith.index_castui %low : i32 to index
    %d = arith.shli %i, %c1 overflow<nsw> : i32
    %dx = arith.index_cast %d : i32 to index
    %a = memref.load %A[%hx] : memref<?xf32>
    %b = memref.load %A[%lx] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    memref.store %c, %B[%dx] : memref<?xf32>
  }
  return
}
