// RUN: polymem-opt %s -polymem-codegen=max-isl-operations=50 -verify-diagnostics \
// RUN:   --remarks-filter=polymem-codegen --remark-format=emitRemark > %t.after
// RUN: polymem-opt %s > %t.before
// RUN: diff %t.before %t.after
// RUN: polymem-opt %s -polymem-codegen=max-isl-operations=3000 \
// RUN:   --remarks-filter=polymem-codegen --remark-format=emitRemark 2>%t.remarks > %t.after
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: diff %t.before %t.after

// An exhausted budget of isl operations is reported with its size, be it that
// of the model or that of the loops.
// CHECK: remark: [Failure] NotGenerated {{.*}}no loops can be generated within 3000 isl operations

// expected-remark@+2 {{more than 50 isl operations}}
// expected-warning@+1 {{polymem-codegen: the budget of 50 isl operations ended, so less is done here than could be}}
func.func @copy(%A: memref<?x?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
