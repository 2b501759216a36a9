// A budget of isl operations that does not suffice: a remark, no change, no
// crash.
//
// RUN: polymem-opt %s --scratch-promote="max-isl-operations=50" --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 -o %t.with | FileCheck %s
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without
// For any budget, the outcome is IR that verifies.
// RUN: polymem-opt %s --scratch-promote="max-isl-operations=200" -o %t.some
// RUN: polymem-opt %s --scratch-promote="max-isl-operations=1000" -o %t.some
// RUN: polymem-opt %s --scratch-promote="max-isl-operations=3000" -o %t.some
// RUN: polymem-opt %s --scratch-promote="max-isl-operations=10000" -o %t.some
// RUN: polymem-opt %s --scratch-promote="max-isl-operations=40000" -o %t.some

// CHECK: remark: [Failure] NotModelled
// CHECK-SAME: nothing is promoted here

func.func @f(%A: memref<130x130xf32>, %B: memref<130x130xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c129 = arith.constant 129 : index
  scratch.tile (%i, %j) = (%c1, %c1) to (%c129, %c129) step (%c32, %c32) {
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 32)>(%i) {
      affine.for %jj = %j to affine_map<(d0) -> (d0 + 32)>(%j) {
        %l = affine.load %A[%ii - 1, %jj] : memref<130x130xf32>
        %m = affine.load %A[%ii, %jj] : memref<130x130xf32>
        %r = affine.load %A[%ii + 1, %jj] : memref<130x130xf32>
        %0 = arith.addf %l, %m : f32
        %1 = arith.addf %0, %r : f32
        affine.store %1, %B[%ii, %jj] : memref<130x130xf32>
      }
    }
  }
  return
}
