// A buffer that is made in a loop that is no tile: the loop's variable is no symbol of an affine map.
// RUN: polymem-opt %s --polymem-complete-tiles=block-size=4 --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#rows = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + 15 - d0 >= 0, s1 - 1 - d0 >= 0)>

// CHECK: remark: [Missed] NotABox {{.*}} Function=in_a_loop {{.*}}is in a loop that is no tile
// CHECK-LABEL: func.func @in_a_loop(
// CHECK-NOT: arith.constant 0.0
func.func @in_a_loop(%x: memref<?xf32> {polymem.shape = ["M"]}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %x, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%M) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 16)>()[%M, %i]
    affine.for %k = 0 to %n {
      %s = scratch.alloc()[%i] : memref<16xf32, #row, #gpu.address_space<workgroup>>
      scratch.copy_in %x to %s over [#rows](%i, %M) : memref<?xf32> to memref<16xf32, #row, #gpu.address_space<workgroup>>
      scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %j = 0 to 8 {
          %v = affine.load %s[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
          %w = arith.addf %v, %v : f32
          affine.store %w, %s[%t] : memref<16xf32, #row, #gpu.address_space<workgroup>>
        }
      }
      scratch.copy_out %s to %x over [#rows](%i, %M) : memref<16xf32, #row, #gpu.address_space<workgroup>> to memref<?xf32>
    }
  }
  return
}
