// A statement writes one element for early times and another one for late ones: both are in its tiles. (The largest
// of several constants was taken for all of them.)
// RUN: polymem-run %s --compare --check --emulate --sizes=N=4 --sizes=N=9 --pipeline='builtin.module(func.func(polymem-time-tile{mapping=gpu},polymem-map-sequential,convert-scratch-to-gpu))'
// RUN: polymem-opt %s --polymem-time-tile | FileCheck %s
// CHECK: scratch.tile
func.func @f(%A: memref<4x?xi32> {polymem.shape = [4, "N"]}, %B: memref<4x?xi32> {polymem.shape = [4, "N"]},
             %C: memref<4x?xi32> {polymem.shape = [4, "N"]}) {
  affine.for %t = 0 to 5 {
    %c = affine.load %C[0, 0] : memref<4x?xi32>
    affine.store %c, %B[0, 0] : memref<4x?xi32>
    affine.for %i = max affine_map<(d0) -> (0, d0 - 2)>(%t) to 3 step 4 {
      %b = affine.load %B[0, 0] : memref<4x?xi32>
      affine.store %b, %A[0, %i ceildiv 4] : memref<4x?xi32>
    }
  }
  return
}
