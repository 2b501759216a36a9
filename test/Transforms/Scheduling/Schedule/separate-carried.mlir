// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --entry=carried --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7,M=5 --sizes=N=1,M=1 --sizes=N=4,M=0 --pipeline=polymem-schedule

// One of the sums is carried by the inner loop.

// CHECK-LABEL: func @carried
// CHECK-SAME: (%{{[^:]+}}: memref<?x?xf32>{{[^%]*}}%[[S:[^:]+]]: memref<?xf32>{{[^%]*}}%[[Q:[^:]+]]: memref<?xf32>
// CHECK:      affine.for
// CHECK-NEXT:   affine.store %{{.*}}, %[[Q]]
// CHECK-NEXT:   affine.for
// CHECK-NOT:      %[[S]]
// CHECK:          affine.store %{{.*}}, %[[Q]]
// CHECK:      } {scratch.loop = #scratch.loop<band = {{.*}}, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT: affine.for
// CHECK-NEXT:   affine.for
// CHECK:          affine.store %{{.*}}, %[[S]]
// CHECK:      } {scratch.loop = #scratch.loop<band = {{.*}}, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT: return
func.func @carried(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %s: memref<?xf32> {polymem.shape = ["M"]}, %q: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    %sum = affine.for %j = 0 to %m iter_args(%q0 = %zero) -> f32 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s0 = affine.load %s[%j] : memref<?xf32>
      %s1 = arith.addf %s0, %a : f32
      affine.store %s1, %s[%j] : memref<?xf32>
      %q1 = arith.addf %q0, %a : f32
      affine.yield %q1 : f32
    }
    affine.store %sum, %q[%i] : memref<?xf32>
  }
  return
}
