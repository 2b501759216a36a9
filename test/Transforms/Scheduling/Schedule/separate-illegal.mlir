// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-run %s --entry=old_and_new --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7,M=5 --sizes=N=1,M=1 --pipeline=polymem-schedule

// The store to q needs what A held before its store and what it holds after it:
// wherever its part went, one of the loads would see something else. These two
// stay together; the store to s does not.

// REMARK: NotSeparated | {{.*}}Function=old_and_new | {{.*}}Remark="the loops around are not parallel, and it cannot be separated from other stores in them: flow dependence on arg0 from ({{.*}}separate-illegal.mlir:[[@LINE+26]]:7) to ({{.*}}:[[@LINE+27]]:14); anti dependence on arg0 from ({{.*}}:[[@LINE+24]]:14) to ({{.*}}:[[@LINE+26]]:7)"

// CHECK-LABEL: func @old_and_new
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>{{[^%]*}}%[[S:[^:]+]]: memref<?xf32>{{[^%]*}}%[[Q:[^:]+]]: memref<?xf32>
// CHECK:      affine.for
// CHECK-NEXT:   affine.for
// CHECK:          affine.store %{{.*}}, %[[S]]
// CHECK:      affine.for
// CHECK-NEXT:   affine.for
// CHECK:          affine.store %{{.*}}, %[[A]]
// CHECK-NOT:  affine.for
// CHECK:          affine.store %{{.*}}, %[[Q]]
// CHECK:      return
func.func @old_and_new(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %s: memref<?xf32> {polymem.shape = ["M"]}, %q: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %s0 = affine.load %s[%j] : memref<?xf32>
      %one = arith.constant 1.0 : f32
      %s1 = arith.addf %s0, %one : f32
      affine.store %s1, %s[%j] : memref<?xf32>
      %old = affine.load %A[%i, %j] : memref<?x?xf32>
      %twice = arith.addf %old, %old : f32
      affine.store %twice, %A[%i, %j] : memref<?x?xf32>
      %new = affine.load %A[%i, %j] : memref<?x?xf32>
      %q0 = affine.load %q[%i] : memref<?xf32>
      %product = arith.mulf %old, %new : f32
      %q1 = arith.addf %q0, %product : f32
      affine.store %q1, %q[%i] : memref<?xf32>
    }
  }
  return
}
