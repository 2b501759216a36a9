// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Minima and maxima where only one value may stand, or only the other of the two.

func.func @f(%A: memref<?xf32>, %n: index, %f: f32) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %m = arith.minsi %i, %j : index
      %x = arith.maxsi %i, %j : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MinMax | {{.*}}Remark="memref.store stays: subscript 0 is a minimum or maximum, which bounds of loops may be and this may not"
      memref.store %f, %A[%m] : memref<?xf32>
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MinMax | {{.*}}Remark="scf.for stays: its lower bound is a minimum"
      scf.for %k = %m to %n step %c1 {
        affine.store %f, %A[0] : memref<?xf32>
      }
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MinMax | {{.*}}Remark="scf.for stays: its upper bound is a maximum"
      scf.for %k = %c5 to %x step %c1 {
        affine.store %f, %A[0] : memref<?xf32>
      }
      %s = arith.addi %m, %x : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MinMax | {{.*}}Remark="scf.for stays: its upper bound is a sum of a minimum and a maximum"
      scf.for %k = %c5 to %s step %c1 {
        affine.store %f, %A[0] : memref<?xf32>
      }
      %o = arith.maxsi %m, %c5 : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MinMax | {{.*}}Remark="scf.for stays: its upper bound is a minimum of maxima or a maximum of minima"
      scf.for %k = %c5 to %o step %c1 {
        affine.store %f, %A[0] : memref<?xf32>
      }
      %e = arith.cmpi eq, %m, %c5 : index
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] MinMax | {{.*}}Remark="scf.if stays: its condition compares a minimum or maximum for equality"
      scf.if %e {
        affine.store %f, %A[0] : memref<?xf32>
      }
    }
  }
  return
}
