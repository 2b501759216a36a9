// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=N=17,M=9 --sizes=N=1,M=1 --sizes=N=0,M=3
// RUN: %{run} --check-bounds --pipeline=polymem-raise-to-affine --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator

// A convolution with sums in iter_args.
// CHECK-LABEL: func @conv2d
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK: affine.for %[[P:.*]] = 0 to 3 iter_args(
// CHECK: affine.for %[[Q:.*]] = 0 to 3 iter_args(
// CHECK: affine.load %{{.*}}[%[[I]] + %[[P]], %[[J]] + %[[Q]]]
// CHECK: affine.yield
// CHECK-NOT: {{scf|memref.load|memref.store}}
// CHECK: return

func.func @conv2d(%in: memref<?x?xf32> {polymem.shape = ["N + 2", "M + 2"]}, %w: memref<3x3xf32>,
                  %out: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %out, %c0 : memref<?x?xf32>
  %m = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %sum = scf.for %p = %c0 to %c3 step %c1 iter_args(%x = %zero) -> (f32) {
        %row = scf.for %q = %c0 to %c3 step %c1 iter_args(%y = %x) -> (f32) {
          %ip = arith.addi %i, %p : index
          %jq = arith.addi %j, %q : index
          %a = memref.load %in[%ip, %jq] : memref<?x?xf32>
          %b = memref.load %w[%p, %q] : memref<3x3xf32>
          %t = arith.mulf %a, %b : f32
          %u = arith.addf %y, %t : f32
          scf.yield %u : f32
        }
        scf.yield %row : f32
      }
      memref.store %sum, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
