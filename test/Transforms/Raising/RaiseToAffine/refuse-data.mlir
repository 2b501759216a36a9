// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Bounds, conditions and subscripts that were loaded in the nest.

func.func @f(%A: memref<?xi32>, %B: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %more = arith.constant 5 : index
  // The value of a load does not change in a nest behind it: no affine.for
  // is around it here.
  affine.for %i = 0 to %n {
    %v = affine.load %B[%i] : memref<?xindex>
    %w = affine.load %A[%i] : memref<?xi32>
    %x = arith.addi %v, %c1 : index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] DataDependent | {{.*}}Remark="scf.for stays: its upper bound depends on affine.load, which changes in the nest"
    scf.for %j = %c0 to %x step %c1 {
      affine.store %zero, %A[0] : memref<?xi32>
    }
    %c = arith.cmpi sgt, %w, %zero : i32
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] DataDependent | {{.*}}Remark="scf.if stays: its condition depends on affine.load, which changes in the nest"
    scf.if %c {
      affine.store %zero, %A[0] : memref<?xi32>
    }
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] DataDependent | {{.*}}Remark="memref.store stays: subscript 0 depends on affine.load, which changes in the nest"
    memref.store %zero, %A[%v] : memref<?xi32>
  }
  return
}
