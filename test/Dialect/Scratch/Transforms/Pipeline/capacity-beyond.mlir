// RUN: polymem-opt %s --scratch-pipeline=stages=2 --remarks-filter=scratch-pipeline --remark-format=emitRemark -o %t.with 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.without %t.with

// Bytes of other buffers whose sum does not fit into an integer do not fit into
// fast memory, either.

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#huge = #scratch.mapping<(d0) -> (d0), extents = () -> (1152921504606846976)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
// CHECK: remark: {{.*}}Capacity{{.*}}buffers for 2 tiles would take 9223372036854775807 of
func.func @f(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%block) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %x = scratch.alloc() : memref<1152921504606846976xf32, #huge, #ws>
    %y = scratch.alloc() : memref<1152921504606846976xf32, #huge, #ws>
    scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
      %b = scratch.alloc()[%t] : memref<96xf32, #box, #ws>
      scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box, #ws>
      %end = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%t]
      scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %b[%i] : memref<96xf32, #box, #ws>
        affine.store %v, %B[%i] : memref<96xf32>
      }
    }
  }
  return
}
