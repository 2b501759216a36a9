// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Arithmetic on narrow integers that may wrap around.

func.func @f(%A: memref<?xf32>, %n: i32, %f: f32) {
  %c0 = arith.constant 0 : index
  %nx = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %nx {
    %i32 = arith.index_cast %i : index to i32
    affine.for %j = 0 to %nx {
      %j32 = arith.index_cast %j : index to i32
      %s = arith.addi %i32, %j32 : i32
      %x = arith.index_cast %s : i32 to index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MayWrapAround | {{.*}}Remark="memref.store stays: subscript 0 may wrap around in arith.addi of type i32, without nsw or bounds that exclude it"
      memref.store %f, %A[%x] : memref<?xf32>
      %i8 = arith.trunci %i32 : i32 to i8
      %y = arith.index_cast %i8 : i8 to index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MayWrapAround | {{.*}}Remark="memref.store stays: subscript 0 may wrap around in arith.trunci of type i8, without nsw or bounds that exclude it"
      memref.store %f, %A[%y] : memref<?xf32>
    }
  }
  return
}
