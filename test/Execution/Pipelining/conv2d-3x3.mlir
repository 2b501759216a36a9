// Convolution with windows of 3 x 3, whose buffers have constant sizes, as a GPU program: 2 to 4 tiles of
// channels in flight, at 0, 1 and up to 5 tiles.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds --entry=conv \
// DEFINE:   --sizes=K=3,C=0,P=5,Q=7 --sizes=K=5,C=1,P=3,Q=5 --sizes=K=2,C=4,P=5,Q=9 --sizes=K=3,C=6,P=4,Q=5 --sizes=K=4,C=7,P=3,Q=3 --sizes=K=2,C=9,P=2,Q=9 \
// DEFINE:   --emulate --emulator-seed=%seeds
// DEFINE: %{launch} = polymem-tile{sizes=4,4,8,2,0,0 mapping=gpu},scratch-promote,scratch-hoist-copies
// RUN: %{run} %proofs \
// RUN:   --pipeline='%{launch},scratch-pipeline{stages=2 strict},scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}' \
// RUN:   --pipeline='%{launch},scratch-pipeline{stages=3 strict},scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}' \
// RUN:   --pipeline='%{launch},scratch-pipeline{stages=4 strict},scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}'

func.func @conv(%I: memref<?x?x?xf32> {polymem.shape = ["C", "P + 2", "Q + 2"]},
                %W: memref<?x?x3x3xf32> {polymem.shape = ["K", "C", "3", "3"]},
                %O: memref<?x?x?xf32> {polymem.shape = ["K", "P", "Q"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %K = memref.dim %O, %c0 : memref<?x?x?xf32>
  %P = memref.dim %O, %c1 : memref<?x?x?xf32>
  %Q = memref.dim %O, %c2 : memref<?x?x?xf32>
  %C = memref.dim %W, %c1 : memref<?x?x3x3xf32>
  affine.for %k = 0 to %K {
    affine.for %p = 0 to %P {
      affine.for %q = 0 to %Q {
        affine.store %zero, %O[%k, %p, %q] : memref<?x?x?xf32>
        affine.for %c = 0 to %C {
          affine.for %r = 0 to 3 {
            affine.for %s = 0 to 3 {
              %i = affine.load %I[%c, %p + %r, %q + %s] : memref<?x?x?xf32>
              %w = affine.load %W[%k, %c, %r, %s] : memref<?x?x3x3xf32>
              %sum = affine.load %O[%k, %p, %q] : memref<?x?x?xf32>
              %iw = arith.mulf %i, %w : f32
              %next = arith.addf %sum, %iw : f32
              affine.store %next, %O[%k, %p, %q] : memref<?x?x?xf32>
            }
          }
        }
      }
    }
  }
  return
}
