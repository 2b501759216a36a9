// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=7,M=13 --sizes=N=1,M=1 --sizes=N=2,M=0
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// Rows with a maximum and a sum in iter_args.
// CHECK-LABEL: func @softmax
// CHECK: affine.for
// CHECK: affine.for {{.*}} = 0 to {{.*}} iter_args(
// CHECK: affine.for {{.*}} = 0 to {{.*}} iter_args(
// CHECK: affine.for {{.*}} = 0 to {{.*}} {
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @softmax(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %max = scf.for %j = %c0 to %m step %c1 iter_args(%x = %least) -> (f32) {
      %a = memref.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.maximumf %x, %a : f32
      scf.yield %y : f32
    }
    %sum = scf.for %j = %c0 to %m step %c1 iter_args(%x = %zero) -> (f32) {
      %a = memref.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      memref.store %e, %A[%i, %j] : memref<?x?xf32>
      %y = arith.addf %x, %e : f32
      scf.yield %y : f32
    }
    scf.for %j = %c0 to %m step %c1 {
      %e = memref.load %A[%i, %j] : memref<?x?xf32>
      %q = arith.divf %e, %sum : f32
      memref.store %q, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
