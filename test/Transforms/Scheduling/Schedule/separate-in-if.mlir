// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --entry=triangle --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7,M=5 --sizes=N=3,M=8 --sizes=N=1,M=1 --pipeline=polymem-schedule

// Stores under a condition: each part has it.

// CHECK-LABEL: func @triangle
// CHECK-SAME: (%{{[^:]+}}: memref<?x?xf32>{{[^%]*}}%[[S:[^:]+]]: memref<?xf32>{{[^%]*}}%[[Q:[^:]+]]: memref<?xf32>
// CHECK:      affine.for
// CHECK-NEXT:   affine.for
// CHECK-NOT:      affine.store %{{.*}}, %[[Q]]
// CHECK:          affine.store %{{.*}}, %[[S]]
// CHECK:      } {scratch.loop = #scratch.loop<band = {{.*}}, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT: affine.for
// CHECK-NEXT:   affine.for
// CHECK:          affine.store %{{.*}}, %[[Q]]
// CHECK:      } {scratch.loop = #scratch.loop<band = {{.*}}, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT: return
func.func @triangle(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %s: memref<?xf32> {polymem.shape = ["M"]}, %q: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.if affine_set<(i, j) : (i - j >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %s0 = affine.load %s[%j] : memref<?xf32>
        %s1 = arith.addf %s0, %a : f32
        affine.store %s1, %s[%j] : memref<?xf32>
        %q0 = affine.load %q[%i] : memref<?xf32>
        %q1 = arith.addf %q0, %a : f32
        affine.store %q1, %q[%i] : memref<?xf32>
      }
    }
  }
  return
}
