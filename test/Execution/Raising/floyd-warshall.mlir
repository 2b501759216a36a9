// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=8 --sizes=N=1
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Shortest paths, with a choice between values, which is none of indices.
// CHECK-LABEL: func @floyd
// CHECK: affine.for %[[K:.*]] = 0 to
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK: affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK: arith.select
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @floyd(%n: i32 {polymem.param = "N"}, %A: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 : i32 {
    %kx = arith.index_cast %k : i32 to index
    scf.for %i = %c0 to %n step %c1 : i32 {
      %ix = arith.index_cast %i : i32 to index
      scf.for %j = %c0 to %n step %c1 : i32 {
        %jx = arith.index_cast %j : i32 to index
        %a = memref.load %A[%ix, %jx] : memref<?x?xi32>
        %b = memref.load %A[%ix, %kx] : memref<?x?xi32>
        %c = memref.load %A[%kx, %jx] : memref<?x?xi32>
        %s = arith.addi %b, %c : i32
        %less = arith.cmpi slt, %a, %s : i32
        %m = arith.select %less, %a, %s : i32
        memref.store %m, %A[%ix, %jx] : memref<?x?xi32>
      }
    }
  }
  return
}
