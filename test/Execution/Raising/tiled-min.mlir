// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=20,M=9 --sizes=N=8,M=4 --sizes=N=1,M=1
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A tiled copy whose inner bounds are minima: of arith, of a choice, and of a length.
// CHECK-DAG: #[[END:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// CHECK-DAG: #[[LEFT:.*]] = affine_map<(d0)[s0] -> (-d0 + s0, 4)>
// CHECK-LABEL: func @tiled
// CHECK: affine.for %[[II:.*]] = 0 to %{{.*}} step 8 {
// CHECK-NEXT: affine.for %[[JJ:.*]] = 0 to %{{.*}} step 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = #{{.*}}(%[[II]]) to min #[[END]](%[[II]])[
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to min #[[LEFT]](%[[JJ]])[
// CHECK: affine.load %{{.*}}[%[[I]], %[[JJ]] + %[[J]]]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @tiled(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  scf.for %ii = %c0 to %n step %c8 {
    scf.for %jj = %c0 to %m step %c4 {
      %next = arith.addi %ii, %c8 : index
      %less = arith.cmpi slt, %next, %n : index
      %end = arith.select %less, %next, %n : index
      scf.for %i = %ii to %end step %c1 {
        %left = arith.subi %m, %jj : index
        %len = arith.minsi %left, %c4 : index
        scf.for %j = %c0 to %len step %c1 {
          %jx = arith.addi %jj, %j : index
          %a = memref.load %A[%i, %jx] : memref<?x?xf32>
          %b = arith.addf %a, %a : f32
          memref.store %b, %B[%i, %jx] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
