// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Steps that are no positive constants.

func.func @f(%A: memref<?xf32>, %n: index, %s: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %m1 = arith.constant -1 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Step | {{.*}}Remark="scf.for stays: its step is not a constant"
  scf.for %i = %c0 to %n step %s {
    affine.store %f, %A[0] : memref<?xf32>
  }
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Step | {{.*}}Remark="scf.for stays: its step is -1, and must be positive"
  scf.for %i = %n to %c0 step %m1 {
    affine.store %f, %A[0] : memref<?xf32>
  }
  return
}
