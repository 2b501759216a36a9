// Which lanes meet depends on the block. A warp of 32 lanes in x reads 32
// columns; with 8 threads in x a warp has 4 rows, and the rows of 32 cells begin
// in one bank: words 0 to 7 of 4 rows, 4 wavefronts. A pad of 8 sets the rows
// side by side, a smaller one leaves some together. With threads in x only,
// spare axes share what the slowest axis in use has.
//
// RUN: polymem-opt %s --scratch-pad="block-size=32,4" --remarks-filter=scratch-pad --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: polymem-opt %s --scratch-pad="block-size=8,16" --remarks-filter=scratch-pad --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: polymem-opt %s --scratch-pad="block-size=8,1,16" --remarks-filter=scratch-pad --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=SPARE

// WIDE: 32x32 cells not padded: no padding saves more than a hundredth of the 32 wavefronts while the buffer lives; per request: store 1
// NARROW: 32x32 cells padded to 32x40, 1024 bytes more: 32 wavefronts while the buffer lives instead of 128; per request: store 1 (was 4)
// SPARE: 32x32 cells padded to 32x40, 1024 bytes more: 32 wavefronts while the buffer lives instead of 128; per request: store 1 (was 4)

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.store %x, %b[%i, %j] : memref<32x32xf32, #box, #w>
    }
  }
  return
}
