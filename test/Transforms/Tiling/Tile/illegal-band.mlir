// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="sizes=8,8,8" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: polymem-opt %s --polymem-tile -o %t.default
// RUN: diff %t.before %t.default
// RUN: polymem-opt %s --polymem-tile="mapping=gpu" -o %t.gpu
// RUN: diff %t.before %t.gpu

// Every loop of Gauss-Seidel carries a dependence, and (1, -1) runs against the
// inner ones: refused, unchanged.

// CHECK: illegal-band.mlir:[[# @LINE + 4]]:3: remark: [Missed] IllegalBand {{.*}}loop 1 of the band may not be tiled with the loops around it, for a dependence runs against it
// CHECK-NOT: remark:

func.func @seidel(%A: memref<?x?xf32>, %T: index, %N: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
        %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        %b = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %c = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %d = affine.load %A[%i + 1, %j - 1] : memref<?x?xf32>
        %x = arith.addf %a, %b : f32
        %y = arith.addf %x, %c : f32
        %z = arith.addf %y, %d : f32
        affine.store %z, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
