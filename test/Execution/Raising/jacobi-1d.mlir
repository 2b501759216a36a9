// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=T=3,N=40 --sizes=T=1,N=3 --sizes=T=2,N=1 --sizes=T=0,N=5
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Bounds and subscripts are computed in i32 without nsw. That none of it wraps around
// follows from the bounds of the loop; of 'n - 1' it does not, which does not change
// in the nest and becomes a symbol.
// CHECK-LABEL: func @jacobi
// CHECK: %[[LESS:.*]] = arith.subi %{{.*}} : i32
// CHECK: %[[END:.*]] = arith.index_cast %[[LESS]] : i32 to index
// CHECK: affine.for
// CHECK-NEXT: affine.for %[[I:.*]] = 1 to %[[END]]
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] - 1]
// CHECK: affine.load %{{.*}}[%[[I]] + 1]
// CHECK: affine.for %{{.*}} = 1 to %[[END]]
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @jacobi(%t: i32 {polymem.param = "T"}, %n: i32 {polymem.param = "N"},
                  %A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %s = %c0 to %t step %c1 : i32 {
    %end = arith.subi %n, %c1 : i32
    scf.for %i = %c1 to %end step %c1 : i32 {
      %l = arith.subi %i, %c1 : i32
      %lx = arith.index_cast %l : i32 to index
      %ix = arith.index_cast %i : i32 to index
      %r = arith.addi %i, %c1 : i32
      %rx = arith.index_cast %r : i32 to index
      %a = memref.load %A[%lx] : memref<?xf32>
      %b = memref.load %A[%ix] : memref<?xf32>
      %c = memref.load %A[%rx] : memref<?xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      memref.store %abc, %B[%ix] : memref<?xf32>
    }
    scf.for %i = %c1 to %end step %c1 : i32 {
      %ix = arith.index_cast %i : i32 to index
      %b = memref.load %B[%ix] : memref<?xf32>
      memref.store %b, %A[%ix] : memref<?xf32>
    }
  }
  return
}
