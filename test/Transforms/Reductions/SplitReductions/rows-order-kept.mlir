// RUN: polymem-opt %s --polymem-split-reductions --mlir-disable-threading --remarks-filter=polymem-split-reductions --remark-format=emitRemark 2>&1 | FileCheck %s

// A sum that keeps its order keeps the row to one thread. The maximum is not
// what stands against it.

// CHECK-NOT: OrderKept
// CHECK: rows-order-kept.mlir:[[# @LINE + 13]]:{{.*}}: remark: [Missed] OrderKept | {{.*}}Function=softmax
// CHECK-NOT: OrderKept
// CHECK-NOT: alloca

func.func @softmax(%A: memref<?x?xf32>, %Y: memref<?x?xf32>, %m: index, %n: index) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    %max = affine.for %j = 0 to %n iter_args(%x = %least) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.maximumf %x, %a : f32
      affine.yield %y : f32
    }
    %sum = affine.for %j = 0 to %n iter_args(%x = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[%i, %j] : memref<?x?xf32>
      %y = arith.addf %x, %e : f32
      affine.yield %y : f32
    }
    affine.for %j = 0 to %n {
      %e = affine.load %Y[%i, %j] : memref<?x?xf32>
      %q = arith.divf %e, %sum : f32
      affine.store %q, %Y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
