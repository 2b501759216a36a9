// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s
// RUN: polymem-opt %s --polymem-split-reductions="grid-partials=4096 block-partials=64 radix=4" | FileCheck %s --check-prefix=SIZES
// RUN: polymem-opt %s --polymem-split-reductions --remarks-filter=polymem-split-reductions --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// A sum that is all a function does: partial results for a grid, which are
// combined for the threads of a block, then for 16, then by one thread.

// REMARK: remark: [Passed] Split | {{.*}}Remark="1 value(s) reduced in 16384, then 256, then 16, then 1 partial results: nothing else is parallel"

// CHECK: #[[FIRST:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-LABEL: func @sum
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xi32>, %[[S:[a-z0-9]+]]: memref<4xi32>, %[[L:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
func.func @sum(%A: memref<?xi32>, %S: memref<4xi32>, %l: index, %n: index) {
  // CHECK-DAG: %[[LAST:.*]] = memref.alloca() : memref<16xi32>
  // CHECK-DAG: %[[SECOND:.*]] = memref.alloca() : memref<256xi32>
  // CHECK-DAG: %[[PARTS:.*]] = memref.alloca() : memref<16384xi32>
  // CHECK: affine.for %[[P:.*]] = 0 to 16384 {
  // CHECK:   %[[CELL:.*]] = memref.alloca() : memref<i32>
  // CHECK:   %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK:   affine.store %[[ZERO]], %[[CELL]][]
  // CHECK:   affine.for %[[I:.*]] = #[[FIRST]](%[[L]], %[[P]]) to %[[N]] step 16384 {
  // CHECK:     %[[X:.*]] = affine.load %[[A]][%[[I]]]
  // CHECK:     %[[C:.*]] = affine.load %[[CELL]][]
  // CHECK:     %[[T:.*]] = arith.addi %[[C]], %[[X]] : i32
  // CHECK:     affine.store %[[T]], %[[CELL]][]
  // CHECK:   } {polymem.no_tile}
  // CHECK:   %[[R:.*]] = affine.load %[[CELL]][]
  // CHECK:   affine.store %[[R]], %[[PARTS]][%[[P]]]
  // CHECK: }
  // CHECK: affine.for %[[Q:.*]] = 0 to 256 {
  // CHECK:   %[[F:.*]] = affine.load %[[PARTS]][%[[Q]]]
  // CHECK:   %[[B:.*]] = affine.for %[[K:.*]] = 1 to 64 iter_args(%[[V:.*]] = %[[F]]) -> (i32) {
  // CHECK:     %[[W:.*]] = affine.load %[[PARTS]][%[[Q]] + %[[K]] * 256]
  // CHECK:     %[[VW:.*]] = arith.addi %[[V]], %[[W]] : i32
  // CHECK:     affine.yield %[[VW]]
  // CHECK:   } {polymem.no_tile}
  // CHECK:   affine.store %[[B]], %[[SECOND]][%[[Q]]]
  // CHECK: }
  // CHECK: affine.for %[[Q:.*]] = 0 to 16 {
  // CHECK:   affine.for %[[K:.*]] = 1 to 16 iter_args
  // CHECK:     affine.load %[[SECOND]][%[[Q]] + %[[K]] * 16]
  // CHECK:   affine.store %{{.*}}, %[[LAST]][%[[Q]]]
  // CHECK: }
  // CHECK: %[[S0:.*]] = affine.load %[[S]][2]
  // CHECK: %[[ALL:.*]] = affine.for %[[Q:.*]] = 0 to 16 iter_args(%[[V:.*]] = %[[S0]])
  // CHECK:   affine.load %[[LAST]][%[[Q]]]
  // CHECK: affine.store %[[ALL]], %[[S]][2]
  // CHECK-NEXT: return

  // SIZES: affine.for %{{.*}} = 0 to 4096 {
  // SIZES: affine.for %{{.*}} = 0 to 64 {
  // SIZES:   affine.for %{{.*}} = 1 to 64 iter_args
  // SIZES: affine.for %{{.*}} = 0 to 16 {
  // SIZES:   affine.for %{{.*}} = 1 to 4 iter_args
  // SIZES: affine.for %{{.*}} = 0 to 4 {
  // SIZES:   affine.for %{{.*}} = 1 to 4 iter_args
  // SIZES: affine.for %{{.*}} = 0 to 4 iter_args
  affine.for %i = affine_map<(d0) -> (d0)>(%l) to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[2] : memref<4xi32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[2] : memref<4xi32>
  }
  return
}
