// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// An exponential is not computed twice.

// REMARK: NotSeparated | {{.*}}Function=exponentials | Remark="the loops around are not parallel, and it cannot be separated from other stores in them: both need the result of 'math.exp', which is not computed twice"

// CHECK-LABEL: func @exponentials
// CHECK-COUNT-2: affine.for
// CHECK-NOT:  affine.for
// CHECK:      return
func.func @exponentials(%A: memref<?x?xf32>, %s: memref<?xf32>, %q: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %e = math.exp %a : f32
      %s0 = affine.load %s[%j] : memref<?xf32>
      %s1 = arith.addf %s0, %e : f32
      affine.store %s1, %s[%j] : memref<?xf32>
      %q0 = affine.load %q[%i] : memref<?xf32>
      %q1 = arith.addf %q0, %e : f32
      affine.store %q1, %q[%i] : memref<?xf32>
    }
  }
  return
}
