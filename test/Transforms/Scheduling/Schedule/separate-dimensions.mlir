// As one statement, both stores are parallel along %j only; as two, each of them along another loop
// as well. So they are separated, though the outermost loop is parallel in any case.
// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: polymem-run %s --entry=f --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7 --sizes=N=1 --sizes=N=0 --pipeline=polymem-schedule

// REMARK: Separated {{.*}}the stores of S0 are separate statements

// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[C:[a-z0-9]+]]: memref<?x?xf32>{{[^%]*}}, %[[T:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-COUNT-2: affine.for
// CHECK:         affine.store %{{.*}}, %[[C]]
// CHECK:         parallel = true
// CHECK-NEXT:    parallel = true
// CHECK-COUNT-2: affine.for
// CHECK:         affine.store %{{.*}}, %[[T]]
// CHECK:         parallel = true
// CHECK-NEXT:    parallel = true
// CHECK:         return
func.func @f(%C: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %T: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %C[%k, %j] : memref<?x?xf32>
        %s = arith.addf %a, %c : f32
        affine.store %s, %C[%k, %j] : memref<?x?xf32>
        %t = affine.load %T[%i, %j] : memref<?x?xf32>
        %r = arith.addf %a, %t : f32
        affine.store %r, %T[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
