// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Constants and expressions that affine arithmetic of 64 bits has no room for.

func.func @f(%A: memref<?xf32>, %n: index, %f: f32) {
  %c3 = arith.constant 3 : index
  %c2p30 = arith.constant 1073741824 : index
  affine.for %i = 0 to %n {
    %p = arith.muli %i, %c2p30 : index
    %q = arith.muli %p, %c2p30 : index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] TooLarge | {{.*}}Remark="memref.store stays: subscript 0 has too large a constant"
    memref.store %f, %A[%q] : memref<?xf32>
    %x0 = arith.floordivsi %i, %c3 : index
    %y1 = arith.floordivsi %x0, %c3 : index
    %z1 = arith.addi %y1, %i : index
    %x1 = arith.addi %z1, %x0 : index
    %y2 = arith.floordivsi %x1, %c3 : index
    %z2 = arith.addi %y2, %i : index
    %x2 = arith.addi %z2, %x1 : index
    %y3 = arith.floordivsi %x2, %c3 : index
    %z3 = arith.addi %y3, %i : index
    %x3 = arith.addi %z3, %x2 : index
    %y4 = arith.floordivsi %x3, %c3 : index
    %z4 = arith.addi %y4, %i : index
    %x4 = arith.addi %z4, %x3 : index
    %y5 = arith.floordivsi %x4, %c3 : index
    %z5 = arith.addi %y5, %i : index
    %x5 = arith.addi %z5, %x4 : index
    %y6 = arith.floordivsi %x5, %c3 : index
    %z6 = arith.addi %y6, %i : index
    %x6 = arith.addi %z6, %x5 : index
    %y7 = arith.floordivsi %x6, %c3 : index
    %z7 = arith.addi %y7, %i : index
    %x7 = arith.addi %z7, %x6 : index
    %y8 = arith.floordivsi %x7, %c3 : index
    %z8 = arith.addi %y8, %i : index
    %x8 = arith.addi %z8, %x7 : index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] TooLarge | {{.*}}Remark="memref.store stays: subscript 0 is too large an expression"
    memref.store %f, %A[%x8] : memref<?xf32>
  }
  return
}
