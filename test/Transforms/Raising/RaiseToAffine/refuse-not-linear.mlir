// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Products and quotients of values that change, and operations that are not affine.

func.func @f(%A: memref<?xf32>, %n: index, %f: f32) {
  %c5 = arith.constant 5 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %p = arith.muli %i, %j : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] NotLinear | {{.*}}Remark="memref.store stays: subscript 0 is a product of two values"
      memref.store %f, %A[%p] : memref<?xf32>
      %q = arith.floordivsi %i, %n : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] NotLinear | {{.*}}Remark="memref.store stays: subscript 0 is computed by arith.floordivsi by another value than a positive constant"
      memref.store %f, %A[%q] : memref<?xf32>
      %b = arith.andi %i, %c5 : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] NotLinear | {{.*}}Remark="memref.store stays: subscript 0 is computed by arith.andi"
      memref.store %f, %A[%b] : memref<?xf32>
      %s = arith.shli %i, %j : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] NotLinear | {{.*}}Remark="memref.store stays: subscript 0 is shifted by another value than a constant"
      memref.store %f, %A[%s] : memref<?xf32>
      %less = arith.cmpi slt, %i, %j : index
      %c = arith.select %less, %i, %c5 : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] NotLinear | {{.*}}Remark="memref.store stays: subscript 0 is a choice that is no minimum or maximum"
      memref.store %f, %A[%c] : memref<?xf32>
    }
  }
  return
}
