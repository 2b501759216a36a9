// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --entry=three --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7,M=5 --sizes=N=1,M=1 --pipeline=polymem-schedule

// Of three stores two want the same loops. They stay one statement, with one
// load of what both need.

// CHECK-LABEL: func @three
// CHECK-COUNT-2: affine.for
// CHECK-COUNT-2: affine.for
// CHECK-NOT:  affine.for
// CHECK:      return
func.func @three(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %s: memref<?xf32> {polymem.shape = ["N"]}, %q: memref<?xf32> {polymem.shape = ["M"]}, %t: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s0 = affine.load %s[%i] : memref<?xf32>
      %s1 = arith.addf %s0, %a : f32
      affine.store %s1, %s[%i] : memref<?xf32>
      %q0 = affine.load %q[%j] : memref<?xf32>
      %q1 = arith.addf %q0, %a : f32
      affine.store %q1, %q[%j] : memref<?xf32>
      %t0 = affine.load %t[%i] : memref<?xf32>
      %t1 = arith.mulf %t0, %a : f32
      affine.store %t1, %t[%i] : memref<?xf32>
    }
  }
  return
}
