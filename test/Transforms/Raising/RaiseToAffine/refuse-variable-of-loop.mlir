// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// The variable of a loop that stays is no dimension.

func.func @f(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Step | {{.*}}Remark="scf.for stays: its step is not a constant"
  scf.for %i = %c0 to %n step %s {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] ValueOfLoop | {{.*}}Remark="scf.for stays: its upper bound depends on a variable of a loop that is scf.for"
    scf.for %j = %c0 to %i step %c1 {
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] ValueOfLoop | {{.*}}Remark="memref.load stays: subscript 0 depends on a variable of a loop that is scf.for"
      %a = memref.load %A[%j] : memref<?xf32>
      affine.store %a, %A[0] : memref<?xf32>
    }
  }
  return
}
