// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=30 --sizes=N=1 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A loop from the last element to the first, as a count from zero.
// CHECK-LABEL: func @downward
// CHECK: affine.for %[[I:.*]] = 0 to %[[N:.*]] iter_args(
// CHECK: affine.load %{{.*}}[-%[[I]] + symbol(%[[N]]) - 1]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @downward(%n: i64 {polymem.param = "N"}, %A: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) : i64 {
    %last = arith.subi %n, %c1 : i64
    %i = arith.subi %last, %k : i64
    %ix = arith.index_cast %i : i64 to index
    %a = memref.load %A[%ix] : memref<?xf32>
    %t = arith.addf %s, %a : f32
    memref.store %t, %A[%ix] : memref<?xf32>
    scf.yield %t : f32
  }
  return
}
