// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=M=17,N=33,K=5 --sizes=M=1,N=1,K=1 --sizes=M=4,N=3,K=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// gemm as C front ends emit it: sizes are int, cast where an index is needed.
// CHECK-LABEL: func @gemm
// CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %{{.*}} {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK: affine.for %[[K:.*]] = 0 to %{{.*}} {
// CHECK: affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK: affine.load %{{.*}}[%[[K]], %[[J]]]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @gemm(%m: i32 {polymem.param = "M"}, %n: i32 {polymem.param = "N"}, %k: i32 {polymem.param = "K"},
                %alpha: f64, %beta: f64,
                %A: memref<?x?xf64> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf64> {polymem.shape = ["K", "N"]},
                %C: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mi = arith.index_cast %m : i32 to index
  scf.for %i = %c0 to %mi step %c1 {
    %ni = arith.index_cast %n : i32 to index
    scf.for %j = %c0 to %ni step %c1 {
      %c = memref.load %C[%i, %j] : memref<?x?xf64>
      %s = arith.mulf %c, %beta : f64
      memref.store %s, %C[%i, %j] : memref<?x?xf64>
      %ki = arith.index_cast %k : i32 to index
      scf.for %l = %c0 to %ki step %c1 {
        %a = memref.load %A[%i, %l] : memref<?x?xf64>
        %x = arith.mulf %alpha, %a : f64
        %b = memref.load %B[%l, %j] : memref<?x?xf64>
        %y = arith.mulf %x, %b : f64
        %z = memref.load %C[%i, %j] : memref<?x?xf64>
        %w = arith.addf %z, %y : f64
        memref.store %w, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
