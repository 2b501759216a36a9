// A thread of a block of 32 x 8 gets four rows of a five-point stencil that follow each other. Where all four are there and the
// condition holds for the first and the last one, they are one block of code, of whose 20 loads polymem-reuse-loads leaves
// 14; elsewhere single rows are as before.
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,8" --split-input-file | FileCheck %s
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,8" --polymem-reuse-loads | FileCheck %s --check-prefix=REUSE
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,8 count=2" -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s --check-prefix=TWO
// A thread that has fewer rows gets no more of them than it had.
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,16" -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: [Passed] Coarsened {{.*}}Remark="2 neighbouring iterations of dimension 0 in a thread: of 10 loads 8 are different"

// CHECK-DAG:   #[[FULL:.*]] = affine_set<()[s0, s1, s2] : (s0 - s1 + 28 >= 0, -s1 + 96 >= 0, s1 - 1 >= 0, -s1 + 96 >= 0, s2 - 1 >= 0, -s2 + 99 >= 0)>
// CHECK-DAG:   #[[END:.*]] = affine_map<()[s0, s1] -> (s0 + 4, s1)>
// CHECK-LABEL: func.func @star
// CHECK:       %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:       scratch.tile (%[[I:.*]], %[[J:.*]]) = (%[[LI:.*]], %{{.*}}) to (%[[UI:.*]], %{{.*}}) step (%[[FOUR]], %{{.*}}) mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NEXT:    affine.if #[[FULL]]()[%[[II:.*]], %[[I]], %[[J]]] {
// CHECK-NOT:       affine.store
// CHECK-COUNT-20:  affine.load
// CHECK-COUNT-4:   affine.store
// CHECK:         } else {
// CHECK-NEXT:      %[[E:.*]] = affine.min #[[END]]()[%[[I]], %[[UI]]]
// CHECK-NEXT:      scratch.tile (%[[R:.*]]) = (%[[I]]) to (%[[E]]) step (%{{.*}}) {
// CHECK-NEXT:        affine.if #{{.*}}()[%[[R]], %[[J]]] {
// CHECK-COUNT-5:       affine.load
// CHECK:               affine.store

// REUSE:          affine.if
// REUSE-COUNT-14: affine.load
// REUSE-NOT:      affine.load
// REUSE:          else
func.func @star(%A: memref<101x101xf32>, %B: memref<101x101xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  scratch.tile (%ii, %jj) = (%c0, %c0) to (%c100, %c100) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %ui = affine.min affine_map<()[s0] -> (s0 + 32, 100)>()[%ii]
    %uj = affine.min affine_map<()[s0] -> (s0 + 32, 100)>()[%jj]
    scratch.tile (%i, %j) = (%ii, %jj) to (%ui, %uj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.if affine_set<()[s0, s1] : (s0 - 1 >= 0, -s0 + 99 >= 0, s1 - 1 >= 0, -s1 + 99 >= 0)>()[%i, %j] {
        %c = affine.load %A[symbol(%i), symbol(%j)] : memref<101x101xf32>
        %l = affine.load %A[symbol(%i), symbol(%j) - 1] : memref<101x101xf32>
        %r = affine.load %A[symbol(%i), symbol(%j) + 1] : memref<101x101xf32>
        %u = affine.load %A[symbol(%i) - 1, symbol(%j)] : memref<101x101xf32>
        %d = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<101x101xf32>
        %0 = arith.addf %c, %l : f32
        %1 = arith.addf %0, %r : f32
        %2 = arith.addf %1, %u : f32
        %3 = arith.addf %2, %d : f32
        affine.store %3, %B[symbol(%i), symbol(%j)] : memref<101x101xf32>
      }
    }
  }
  return
}
