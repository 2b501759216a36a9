// Rows of a tile in time are fewer with each step: that there are 62 at most follows from the loops around.
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,8" -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-coarsen-threads="block-size=32,32" -o /dev/null --remarks-filter=polymem-coarsen-threads --remark-policy=all 2>&1 | FileCheck %s --check-prefix=FEW

// CHECK: [Passed] Coarsened {{.*}}Remark="4 neighbouring iterations of dimension 0 in a thread: of 8 loads 5 are different"
// FEW: [Missed] TooFew {{.*}} less than two of the 62 iterations
func.func @steps(%A: memref<100x100xf32>, %B: memref<100x100xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to 10 {
    scratch.tile (%jj) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      affine.for %s = affine_map<(d0) -> (8 * d0)>(%t) to affine_map<(d0) -> (8 * d0 + 4)>(%t) {
        %l = affine.apply affine_map<(d0, d1)[s0] -> (-16 * d0 + 2 * d1 + s0 * 48)>(%t, %s)[%jj]
        %u = affine.apply affine_map<(d0, d1)[s0] -> (16 * d0 - 2 * d1 + s0 * 48 + 62)>(%t, %s)[%jj]
        scratch.tile (%i, %j) = (%l, %c0) to (%u, %c32) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
          %c = affine.load %A[symbol(%i), symbol(%j)] : memref<100x100xf32>
          %d = affine.load %A[symbol(%i) + 1, symbol(%j)] : memref<100x100xf32>
          %0 = arith.addf %c, %d : f32
          affine.store %0, %B[symbol(%i), symbol(%j)] : memref<100x100xf32>
        }
      }
    }
  }
  return
}
