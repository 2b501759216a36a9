// RUN: polymem-opt %s | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --mlir-print-op-generic | polymem-opt | FileCheck %s

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>

// CHECK-LABEL: func @tile
func.func @tile(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  // CHECK: scratch.tile (%[[I:[a-z0-9]+]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) mapping [#gpu.block<x>] {
  scratch.tile (%i) = (%c0) to (%n) step (%s) mapping [#gpu.block<x>] {
    // CHECK: %[[B:[a-z0-9]+]] = scratch.alloc(%{{[a-z0-9]+}}) [%[[I]]] : memref<?xf32, #scratch.mapping<{{.*}}>>
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    // CHECK: scratch.copy_in %{{.*}} to %[[B]] over [#{{[a-z]+}}](%[[I]])
    scratch.copy_in %A to %b over [#set](%i) : memref<?xf32> to memref<?xf32, #box>
    affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%i, %s, %n] {
      // CHECK: affine.load %[[B]]
      %x = affine.load %b[%ii] : memref<?xf32, #box>
    }
    // CHECK: %[[T:[a-z0-9]+]] = scratch.copy_out %[[B]] to %{{.*}} -> !scratch.token
    %t = scratch.copy_out %b to %A over [#set](%i) : memref<?xf32, #box> to memref<?xf32> -> !scratch.token
    // CHECK: scratch.wait %[[T]]
    scratch.wait %t
  }
  return
}
