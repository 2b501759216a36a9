// RUN: polymem-opt %s --polymem-register-tile=block-size=2 | FileCheck %s

// What a loop carries, and its result, are another value in each iteration of a
// thread, though all operands in sight are the same.

// CHECK: %[[SUMS:.*]]:2 = affine.for {{.*}} iter_args(%[[S0:.*]] = %{{.*}}, %[[S1:.*]] = %{{.*}})
// CHECK: %[[X:.*]] = affine.load
// CHECK: arith.addf %[[S0]], %[[X]]
// CHECK: arith.addf %[[S1]], %[[X]]
// CHECK: arith.mulf %[[SUMS]]#0, %[[SUMS]]#0
// CHECK: arith.mulf %[[SUMS]]#1, %[[SUMS]]#1
func.func @carried(%x: memref<?xf32> {polymem.shape = ["n"]}, %y: memref<?xf32> {polymem.shape = ["n"]},
                   %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c4) mapping [#gpu.block<x>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 4, s1)>()[%b, %n]
    scratch.tile (%i) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      %first = affine.load %y[symbol(%i)] : memref<?xf32>
      %sum = affine.for %k = 0 to %n iter_args(%s = %first) -> (f32) {
        %a = affine.load %x[%k] : memref<?xf32>
        %t = arith.addf %s, %a : f32
        affine.yield %t : f32
      }
      %square = arith.mulf %sum, %sum : f32
      affine.store %square, %y[symbol(%i)] : memref<?xf32>
    }
  }
  return
}
