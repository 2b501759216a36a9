// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=50 --sizes=N=1 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// What scf-for-to-while makes of a loop.
// CHECK-LABEL: func @while
// CHECK: %[[R:.*]] = affine.for %[[I:.*]] = 0 to %{{.*}} iter_args(
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT: arith.addf
// CHECK-NEXT: affine.yield
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %[[R]]
// CHECK-NEXT: return

func.func @while(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  %r:2 = scf.while (%i = %c0, %s = %zero) : (index, f32) -> (index, f32) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %s : index, f32
  } do {
  ^bb0(%i: index, %s: f32):
    %a = memref.load %A[%i] : memref<?xf32>
    %t = arith.addf %s, %a : f32
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %t : index, f32
  }
  memref.store %r#1, %B[] : memref<f32>
  return
}
