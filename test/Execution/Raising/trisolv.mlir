// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=20 --sizes=N=1 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A triangular solve: bounds that are variables of other loops.
// CHECK-LABEL: func @trisolv
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: %[[R:.*]] = affine.for %[[J:.*]] = 0 to #{{.*}}(%[[I]]) iter_args(
// CHECK: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @trisolv(%L: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %x: memref<?xf32> {polymem.shape = ["N"]},
                   %b: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %bi = memref.load %b[%i] : memref<?xf32>
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %bi) -> (f32) {
      %l = memref.load %L[%i, %j] : memref<?x?xf32>
      %xj = memref.load %x[%j] : memref<?xf32>
      %p = arith.mulf %l, %xj : f32
      %d = arith.subf %acc, %p : f32
      scf.yield %d : f32
    }
    %l = memref.load %L[%i, %i] : memref<?x?xf32>
    %q = arith.divf %s, %l : f32
    memref.store %q, %x[%i] : memref<?xf32>
  }
  return
}
