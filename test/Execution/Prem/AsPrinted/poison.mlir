// DEFINE: %{rule} =
// DEFINE: %{run} = polymem-run %s --compare --reference-pipeline='builtin.module(func.func(convert-scratch-to-memref))' --pipeline='builtin.module(func.func(convert-scratch-to-prem{strict %{rule}},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)'
// REDEFINE: %{rule} = as-printed=write-back
// RUN: not %{run} | FileCheck %s --check-prefix=PRINTED
// REDEFINE: %{rule} =
// RUN: %{run} | FileCheck %s --check-prefix=OURS

// P4, hull write-back (5.3.1 as printed), one core: a tile computes the
// elements with j <= i, and stores the box around them, of which it has loaded
// nothing. Ours loads it first.

// PRINTED: never written
// OURS: triangle: identical
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (4, 8)>
#some = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 3 >= 0, d1 >= 0, d0 - d1 >= 0)>
func.func @triangle(%A: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  scratch.tile (%t) = (%c0) to (%c8) step (%c4) {
    %b = scratch.alloc()[%t] : memref<8x8xf32, #box>
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        affine.store %one, %b[%i, %j] : memref<8x8xf32, #box>
      }
    }
    scratch.copy_out %b to %A over [#some](%t) : memref<8x8xf32, #box> to memref<8x8xf32>
  }
  return
}
