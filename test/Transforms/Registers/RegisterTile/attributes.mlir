// RUN: polymem-opt %s --polymem-register-tile=block-size=2 | FileCheck %s

// The tile and the loops in it keep their attributes.

// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>] attributes {tile_attribute} {
// CHECK: affine.for
// CHECK: affine.store
// CHECK: affine.store
// CHECK: } {loop_attribute}
// CHECK: else
func.func @attributes(%x: memref<?xf32>, %y: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c4) mapping [#gpu.block<x>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 4, s1)>()[%b, %n]
    scratch.tile (%i) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] attributes {tile_attribute} {
      affine.for %k = 0 to %n {
        %a = affine.load %x[%k] : memref<?xf32>
        affine.store %a, %y[%k, symbol(%i)] : memref<?x?xf32>
      } {loop_attribute}
    }
  }
  return
}
