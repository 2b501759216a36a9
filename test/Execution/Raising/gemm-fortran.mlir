// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=17 --sizes=N=1 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// gemm with loops from 1 to n over i32, arrays whose first element is 1, and
// subscripts in i64.
// CHECK-DAG: #[[END:.*]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-LABEL: func @gemm
// CHECK: affine.for %[[J:.*]] = 1 to #[[END]]()[%{{.*}}]
// CHECK: affine.for %[[I:.*]] = 1 to
// CHECK: affine.for %[[K:.*]] = 1 to
// CHECK: affine.load %{{.*}}[%[[K]] - 1, %[[I]] - 1]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @gemm(%n: i32 {polymem.param = "N"}, %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                %B: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c1_i32 = arith.constant 1 : i32
  %c1_i64 = arith.constant 1 : i64
  %end = arith.addi %n, %c1_i32 overflow<nsw> : i32
  scf.for %j = %c1_i32 to %end step %c1_i32 : i32 {
    scf.for %i = %c1_i32 to %end step %c1_i32 : i32 {
      scf.for %k = %c1_i32 to %end step %c1_i32 : i32 {
        %i64 = arith.extsi %i : i32 to i64
        %j64 = arith.extsi %j : i32 to i64
        %k64 = arith.extsi %k : i32 to i64
        %i0 = arith.subi %i64, %c1_i64 : i64
        %j0 = arith.subi %j64, %c1_i64 : i64
        %k0 = arith.subi %k64, %c1_i64 : i64
        %ix = arith.index_cast %i0 : i64 to index
        %jx = arith.index_cast %j0 : i64 to index
        %kx = arith.index_cast %k0 : i64 to index
        %a = memref.load %A[%kx, %ix] : memref<?x?xf32>
        %b = memref.load %B[%jx, %kx] : memref<?x?xf32>
        %c = memref.load %C[%jx, %ix] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        memref.store %s, %C[%jx, %ix] : memref<?x?xf32>
      }
    }
  }
  return
}
