// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Integers of more than 64 bits.

func.func @f(%A: memref<?xf32>, %n: i128, %f: f32) {
  %c0 = arith.constant 0 : i128
  %c1 = arith.constant 1 : i128
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Type | {{.*}}Remark="scf.for stays: its step is of type i128"
  scf.for %i = %c0 to %n step %c1 : i128 {
    affine.store %f, %A[0] : memref<?xf32>
  }
  return
}
