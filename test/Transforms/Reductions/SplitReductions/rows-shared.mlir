// RUN: polymem-opt %s --polymem-split-reductions --mlir-disable-threading --remarks-filter=polymem-split-reductions --remark-format=emitRemark 2>%t.txt | FileCheck %s
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK

// Several reductions of a row, and a loop that uses their results: each is
// shared by the row's 32 threads. The cells of a row are there in any case.

// REMARK: [[# @LINE + 32]]:{{.*}} [Passed] Split | {{.*}}Function=softmax | {{.*}}1 value(s) reduced in 32, then 1 partial results
// REMARK: [[# @LINE + 36]]:{{.*}} [Passed] Split | {{.*}}Function=softmax
// REMARK: [[# @LINE + 43]]:{{.*}} [Passed] Shared | {{.*}}Function=softmax | {{.*}}Remark="the iterations are dealt out to 32 threads, which share the reductions beside the loop"

// CHECK-LABEL: func @softmax
// CHECK-NOT: affine.if
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK:   affine.for %[[P:.*]] = 0 to 32 {
// CHECK:     affine.for %{{.*}} = #[[FROM:.*]](%[[P]]) to %{{.*}} step 32 {
// CHECK:       arith.maximumf
// CHECK:     }
// CHECK-NEXT: } {polymem.lanes}
// CHECK:   arith.maximumf
// CHECK:   affine.for %[[Q:.*]] = 0 to 32 {
// CHECK:     affine.for %[[J:.*]] = #[[FROM]](%[[Q]]) to %{{.*}} step 32 {
// CHECK:       math.exp
// CHECK:       affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK:       arith.addf
// CHECK:     }
// CHECK-NEXT: } {polymem.lanes}
// CHECK:   arith.addf
// CHECK:   affine.for %[[R:.*]] = 0 to 32 {
// CHECK-NEXT: affine.for %[[K:.*]] = #[[FROM]](%[[R]]) to %{{.*}} step 32 {
// CHECK:       arith.divf
// CHECK-NEXT:  affine.store %{{.*}}, %{{.*}}[%[[I]], %[[K]]]
// CHECK-NEXT: }
// CHECK-NEXT: } {polymem.lanes}
// CHECK-NOT: affine.for
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
      %y = arith.addf %x, %e fastmath<reassoc> : f32
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

// A loop that holds loops is left as it is, and so is the row.

// REMARK: [Analysis] NotSplit | {{.*}}Function=with_nest | Remark="the parallel loop around the reduction holds something else that threads cannot share:
// CHECK-LABEL: func @with_nest
// CHECK-NOT: alloca
func.func @with_nest(%A: memref<?x?xi32>, %B: memref<?x?xi32>, %y: memref<?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %c = affine.load %y[%i] : memref<?xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %y[%i] : memref<?xi32>
    }
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%j, %k] : memref<?x?xi32>
        %c = affine.load %y[%i] : memref<?xi32>
        %b = affine.load %B[%i, %j] : memref<?x?xi32>
        %p = arith.muli %a, %c : i32
        %s = arith.addi %b, %p : i32
        affine.store %s, %B[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
