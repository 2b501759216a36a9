// Functions are left as they are, without a remark, where nothing is scattered along some loop, where
// no parallel loop can count the threads of a direction, and where nobody has said which loops are
// parallel.
// RUN: polymem-opt %s --polymem-schedule -o %t.before.mlir
// RUN: polymem-opt %t.before.mlir --polymem-choose-axes --remarks-filter=polymem-choose-axes --remark-policy=all -o %t.after.mlir 2>&1 | count 0
// RUN: diff %t.before.mlir %t.after.mlir
// RUN: polymem-opt %s -o %t.before.mlir
// RUN: polymem-opt %t.before.mlir --polymem-choose-axes --remarks-filter=polymem-choose-axes --remark-policy=all -o %t.after.mlir 2>&1 | count 0
// RUN: diff %t.before.mlir %t.after.mlir

func.func @rows(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %i + %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @carried(%A: memref<?x?xf32>, %y: memref<?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %i + %j] : memref<?x?xf32>
      %c = affine.load %y[%i] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %y[%i] : memref<?xf32>
    }
  }
  return
}
