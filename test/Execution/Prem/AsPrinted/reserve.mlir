// DEFINE: %{rule} =
// DEFINE: %{run} = polymem-run %s --compare --reference-pipeline='builtin.module(func.func(convert-scratch-to-memref))' --pipeline='builtin.module(func.func(convert-scratch-to-prem{strict %{rule}},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)'
// REDEFINE: %{rule} = as-printed=reserve
// RUN: not %{run} | FileCheck %s --check-prefix=PRINTED
// REDEFINE: %{rule} =
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=REFUSED

// P4, scratchpads: two buffers take all of 131072 bytes, and leave no room for
// code and stack.

// PRINTED: scratchpad layout
// REFUSED: its buffers, two of each array that is streamed, take 131072 bytes, but a scratchpad has 122880: 131072 less 8192 for code and stack
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8192)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 8191 >= 0)>
func.func @full(%A: memref<32768xf64>) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 8192 : index
  %end = arith.constant 32768 : index
  %one = arith.constant 1.0 : f64
  scratch.tile (%t) = (%c0) to (%end) step (%step) {
    %b = scratch.alloc()[%t] : memref<32768xf64, #box>
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 8192)>(%t) {
      affine.store %one, %b[%i] : memref<32768xf64, #box>
    }
    scratch.copy_out %b to %A over [#set](%t) : memref<32768xf64, #box> to memref<32768xf64>
  }
  return
}
