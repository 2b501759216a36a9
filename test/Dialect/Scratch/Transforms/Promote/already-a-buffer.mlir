// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --scratch-promote -o %t.after \
// RUN:   --remarks-filter=scratch-promote --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// A buffer made before (by `polymem-tile` for a temporary, or by hand) is not
// copied into another one.

// CHECK: remark: [Missed] NotRedirectable {{.*}}it is a buffer already
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
func.func @sum(%N: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%N) step (%c8) {
    %b = scratch.alloc() : memref<8xf32, #box, #gpu.address_space<workgroup>>
    scratch.tile (%k) = (%c0) to (%N) step (%c8) {
      affine.for %kk = %k to min affine_map<()[s0, s1] -> (s0, s1 + 8)>()[%N, %k] {
        affine.for %ii = 0 to 8 {
          %s = affine.load %b[%ii] : memref<8xf32, #box, #gpu.address_space<workgroup>>
          %t = arith.addf %s, %x : f32
          affine.store %t, %b[%ii] : memref<8xf32, #box, #gpu.address_space<workgroup>>
        }
      }
    }
  }
  return
}
