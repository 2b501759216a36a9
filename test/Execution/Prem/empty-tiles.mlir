// RUN: polymem-run %s --compare --reference-pipeline='builtin.module(func.func(convert-scratch-to-memref))' --pipeline='builtin.module(func.func(convert-scratch-to-prem{strict},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)' --prem-timeline=%t.json | FileCheck %s
// RUN: grep '"kind": "load"' %t.json | FileCheck %s --check-prefix=LOADS
// RUN: grep '"kind": "unload"' %t.json | FileCheck %s --check-prefix=STORES

// Of four tiles of a triangle one has nothing to do: it is a segment, but
// nothing is loaded or stored for it.

// CHECK: triangle: identical
// LOADS-COUNT-3: "bytes": 64
// LOADS-NOT: "bytes"
// STORES-COUNT-3: "bytes": 64
// STORES-NOT: "bytes"
#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = () [s0, s1] -> (4, 4)>
#set = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 3 >= 0, d1 - s1 >= 0, -d1 + s1 + 3 >= 0, d0 - d1 >= 0)>
func.func @triangle(%A: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  scratch.tile (%t, %u) = (%c0, %c0) to (%c8, %c8) step (%c4, %c4) {
    %b = scratch.alloc()[%t, %u] : memref<8x8xf32, #box>
    scratch.copy_in %A to %b over [#set](%t, %u) : memref<8x8xf32> to memref<8x8xf32, #box>
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      affine.for %j = affine_map<(d0) -> (d0)>(%u) to min affine_map<(d0, d1) -> (d0 + 1, d1 + 4)>(%i, %u) {
        %x = affine.load %b[%i, %j] : memref<8x8xf32, #box>
        %y = arith.addf %x, %one : f32
        affine.store %y, %b[%i, %j] : memref<8x8xf32, #box>
      }
    }
    scratch.copy_out %b to %A over [#set](%t, %u) : memref<8x8xf32, #box> to memref<8x8xf32>
  }
  return
}
