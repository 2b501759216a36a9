// isl finds no flow into the second nest and says so without a budget that ended: then elements stay where they are.
// (No flow was taken for none, and what the second nest reads was not copied back.)
// RUN: polymem-opt %s --polymem-expand-arrays=always --remarks-filter=polymem-expand-arrays --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: polymem-run %s --compare --sizes=M=1,N=1 --sizes=M=9,N=5 --pipeline='builtin.module(func.func(polymem-expand-arrays{always}))'

// REMARK: arg0 keeps its elements: which write each read gets its value from is not known
// CHECK-NOT: memref.alloc
func.func @f(%A: memref<?xf64> {polymem.shape = ["N * 2 + M + 2"]}, %B: memref<?xf32> {polymem.shape = ["N"]},
             %M: index {polymem.param = "M"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to 5 {
      affine.if affine_set<(d0) : (d0 floordiv 2 - d0 + 1 >= 0)>(%i) {
        affine.store %zero, %A[%j] : memref<?xf64>
      }
    }
  }
  affine.for %i = 0 to %M step 4 {
    affine.for %j = -2 to 1 {
      %a = affine.load %A[%i] : memref<?xf64>
      %s = arith.addf %a, %a : f64
      affine.store %s, %A[-%i + symbol(%M) - 1] : memref<?xf64>
    }
  }
  return
}
