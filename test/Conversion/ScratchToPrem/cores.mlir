// RUN: polymem-opt %s --convert-scratch-to-prem=strict | FileCheck %s

// By its plan, tiles of the dimension are dealt to 3 groups; without a plan, to
// as many cores as the machine has.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
// CHECK-LABEL: func.func @plan
// CHECK-DAG: %[[C12:.*]] = arith.constant 12 : index
// CHECK: prem.component (%{{.*}}) to (%[[C12]]) groups [3]
func.func @plan(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [8], groups = [3]>} {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}

// CHECK-LABEL: func.func @no_plan
// CHECK-DAG: %[[C12:.*]] = arith.constant 12 : index
// CHECK: prem.component (%{{.*}}) to (%[[C12]]) groups [8]
func.func @no_plan(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) mapping [#prem.core<0>] {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}
