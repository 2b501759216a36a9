// What threads do after a sequential loop is a block of its own where neighbours access different rows: a
// tile of one iteration is made, if it gets a buffer. Else all is as it was.
//
// RUN: polymem-opt %s --scratch-promote | FileCheck %s
// RUN: polymem-opt %s --scratch-promote=coalesce=false | FileCheck %s --check-prefix=PLAIN
// RUN: polymem-opt %s --scratch-promote=dry-run -o %t.after
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// CHECK: func.func @transposed(%{{.*}}: memref<?x?xf32>, %[[TO:[a-z0-9]+]]: memref<?x?xf32>
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK: scratch.tile {{.*}} step (%[[C32]]) {
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: scratch.tile (%{{.*}}) = (%[[C0]]) to (%[[C1]]) step (%[[C1]]) {
// CHECK-NEXT: %[[B:.*]] = scratch.alloc
// CHECK: affine.store %{{.*}}, %[[B]]
// CHECK: scratch.copy_out %[[B]] to %[[TO]]
// PLAIN: func.func @transposed(%{{.*}}: memref<?x?xf32>, %[[TO:[a-z0-9]+]]: memref<?x?xf32>
// PLAIN: %[[C32:.*]] = arith.constant 32 : index
// PLAIN: scratch.tile {{.*}} step (%[[C32]]) {
// PLAIN-NOT: step (%c1{{[_0-9]*}}) {
// PLAIN: affine.store %{{.*}}, %[[TO]]
func.func @transposed(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %M: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %M) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %i]
    %1 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %j]
    scratch.tile (%k) = (%c0) to (%M) step (%c32) {
      scratch.tile (%p, %q) = (%i, %j) to (%0, %1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.for %r = %k to min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %k] {
          %a = affine.load %A[symbol(%p), %r] : memref<?x?xf32>
          %b = affine.load %A[%r, symbol(%q)] : memref<?x?xf32>
          %d = arith.addf %a, %b : f32
          affine.store %d, %A[symbol(%p), symbol(%q)] : memref<?x?xf32>
        }
      }
    }
    scratch.tile (%p, %q) = (%i, %j) to (%0, %1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.store %zero, %C[symbol(%q), symbol(%p)] : memref<?x?xf32>
    }
  }
  return
}
