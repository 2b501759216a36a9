// RUN: polymem-opt %s --polymem-raise-to-affine --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Division that truncates, and unsigned operations, of what may be negative.

func.func @f(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to %n {
    %d = arith.subi %i, %c2 : index
    %q = arith.divsi %d, %c2 : index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] SignUnknown | {{.*}}Remark="memref.store stays: subscript 0 is computed by arith.divsi from what may be negative"
    memref.store %f, %A[%q] : memref<?xf32>
    %r = arith.remsi %d, %c2 : index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] SignUnknown | {{.*}}Remark="memref.store stays: subscript 0 is computed by arith.remsi from what may be negative"
    memref.store %f, %A[%r] : memref<?xf32>
    %m = arith.minui %d, %c2 : index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] SignUnknown | {{.*}}Remark="scf.for stays: its upper bound is computed by arith.minui from what may be negative"
    scf.for %j = %c0 to %m step %c1 {
      affine.store %f, %A[0] : memref<?xf32>
    }
    %e = arith.subi %c0, %i : index
    %u = arith.cmpi ult, %d, %e : index
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] SignUnknown | {{.*}}Remark="scf.if stays: its condition compares as unsigned what may be negative"
    scf.if %u {
      affine.store %f, %A[0] : memref<?xf32>
    }
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] SignUnknown | {{.*}}Remark="scf.for stays: it compares as unsigned what may be negative"
    scf.for unsigned %j = %d to %n step %c1 {
      affine.store %f, %A[0] : memref<?xf32>
    }
  }
  return
}
