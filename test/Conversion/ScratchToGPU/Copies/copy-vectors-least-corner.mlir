// The least number has no opposite; it is a multiple of a vector all the same, so that
// where tiles begin is not asked when they are copied. (Only a build with
// UBSan notices when the number is negated.)

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=64 thread-locality=false" --canonicalize --cse | FileCheck %s

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0)[s0] -> (d0 - s0 + 4), extents = ()[s0] -> (264)>
#box = affine_set<(d0)[s0] : (d0 - s0 + 4 >= 0, -d0 + s0 + 259 >= 0)>

// CHECK-LABEL: func @least
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: scf.for
// CHECK-NOT: arith.andi
// CHECK: vector.load
func.func @least(%A: memref<?xf32>, %n: index) {
  %least = arith.constant -9223372036854775808 : index
  %c256 = arith.constant 256 : index
  scratch.tile (%i) = (%least) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box](%i) : memref<?xf32> to memref<?xf32, #m, #ws>
  }
  return
}
