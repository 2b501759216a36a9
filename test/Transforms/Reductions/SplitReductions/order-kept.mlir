// RUN: polymem-opt %s --polymem-split-reductions --mlir-disable-threading --remarks-filter=polymem-split-reductions --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: polymem-opt %s --polymem-split-reductions=reassociate | FileCheck %s --check-prefix=SPLIT

// A sum that would be split if its order did not matter is a remark.

// CHECK-NOT: remark:
// CHECK: order-kept.mlir:[[# @LINE + 7]]:3: remark: [Missed] OrderKept | {{.*}}Function=sum | Remark="a reduction of floating-point numbers keeps its order; give its operations fastmath<reassoc>, or the pass reassociate=true, to let threads share it"
// CHECK-NOT: remark:
// CHECK: remark: [Missed] NothingToDo | {{.*}}Function=columns | Remark="there is no reduction to split"
// CHECK-NOT: remark:
// SPLIT: affine.for {{.*}} step 16384
// SPLIT: arith.addf %{{.*}} fastmath<reassoc>
func.func @sum(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

func.func @columns(%A: memref<?x?xf32>, %S: memref<?xf32>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %S[%j] : memref<?xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %S[%j] : memref<?xf32>
    }
  }
  return
}
