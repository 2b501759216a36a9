// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s

// A parallel loop of fewer iterations than a warp has threads does not fill a
// machine, though its threads read neighbours: each iteration is the work of a
// block, whose threads combine 16 results each on the way.

// CHECK-LABEL: func @few
// CHECK: affine.for %{{.*}} = 0 to 31 {
// CHECK:   %[[NEXT:.*]] = memref.alloca() : memref<16xi32>
// CHECK:   %[[PARTS:.*]] = memref.alloca() : memref<256xi32>
// CHECK:   affine.for %[[P:.*]] = 0 to 256 {
// CHECK:     affine.for %{{.*}} = #{{.*}}(%[[P]]) to %{{.*}} step 256 {
// CHECK:     }
// CHECK-NEXT: } {polymem.lanes}
// CHECK:   affine.for %[[Q:.*]] = 0 to 16 {
// CHECK:     affine.for %[[K:.*]] = 1 to 16
// CHECK:       affine.load %[[PARTS]][%[[Q]] + %[[K]] * 16]
// CHECK:     affine.store %{{.*}}, %[[NEXT]][%[[Q]]]
// CHECK-NEXT: } {polymem.lanes}
// CHECK:   affine.for %{{.*}} = 0 to 16 iter_args
func.func @few(%A: memref<?x31xi32>, %S: memref<31xi32>, %n: index) {
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x31xi32>
      %c = affine.load %S[%i] : memref<31xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %S[%i] : memref<31xi32>
    }
  }
  return
}

// CHECK-LABEL: func @enough
// CHECK-NOT: alloca
func.func @enough(%A: memref<?x32xi32>, %S: memref<32xi32>, %n: index) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x32xi32>
      %c = affine.load %S[%i] : memref<32xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %S[%i] : memref<32xi32>
    }
  }
  return
}
