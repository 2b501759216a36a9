// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=30 --sizes=N=1 --sizes=N=2 --sizes=N=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Padding by conditions that C front ends short-circuit, in i32.
// CHECK-LABEL: func @padded
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[P:.*]] = 0 to 3
// CHECK: affine.if #{{.*}}(%[[I]], %[[P]])[
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] + %[[P]] - 1]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @padded(%n: i32 {polymem.param = "N"}, %A: memref<?xf32> {polymem.shape = ["N"]},
                  %w: memref<3xf32>, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %false = arith.constant false
  scf.for %i = %c0 to %n step %c1 : i32 {
    %ix = arith.index_cast %i : i32 to index
    scf.for %p = %c0 to %c3 step %c1 : i32 {
      %px = arith.index_cast %p : i32 to index
      %ip = arith.addi %i, %p overflow<nsw> : i32
      %x = arith.subi %ip, %c1 overflow<nsw> : i32
      %low = arith.cmpi sge, %x, %c0 : i32
      %high = arith.cmpi slt, %x, %n : i32
      %both = arith.select %low, %high, %false : i1
      scf.if %both {
        %xx = arith.index_cast %x : i32 to index
        %a = memref.load %A[%xx] : memref<?xf32>
        %b = memref.load %w[%px] : memref<3xf32>
        %c = memref.load %B[%ix] : memref<?xf32>
        %ab = arith.mulf %a, %b : f32
        %abc = arith.addf %c, %ab : f32
        memref.store %abc, %B[%ix] : memref<?xf32>
      }
    }
  }
  return
}
