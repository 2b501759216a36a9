// A convolution with a window of any size: buffers of what is under a tile and of the
// weights grow with it. Small windows are staged as a whole, larger ones in strips: S = 121 is
// the largest that fits, for the tiles of this machine and where W is no less.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted
// RUN: %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator --sizes=C=1,H=3,W=33,R=2,S=3 \
// RUN:   --sizes=C=1,H=1,W=33,R=1,S=121 --sizes=C=1,H=2,W=33,R=2,S=122 --sizes=C=1,H=1,W=3,R=1,S=301 \
// RUN:   --sizes=C=0,H=2,W=2,R=2,S=2 --sizes=C=2,H=3,W=1,R=2,S=0
// RUN: polymem-opt %s --polymem-to-ptx=emit=staged 2>/dev/null | FileCheck %s

// CHECK: func.func @depthwise_convolution(%[[X:[a-z0-9]+]]: memref<?x?x?xf32>{{[^%]*}}, %[[F:[a-z0-9]+]]: memref<?x?x?xf32>{{[^%]*}}, %[[Y:[a-z0-9]+]]: memref<?x?x?xf32>
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: affine.if
// CHECK: scratch.copy_in %[[X]]
// CHECK: {{^    }}} else {
// CHECK: scratch.copy_in %[[Y]]
// CHECK-NEXT: scratch.tile ({{.*}} step (%[[C1]]) {
// CHECK-NEXT: scratch.tile ({{.*}} step (%[[C32]]) {
// CHECK: scratch.copy_in %[[X]]
// CHECK: scratch.copy_in %[[F]]
// CHECK: } {polymem.fits}

func.func @depthwise_convolution(
    %X: memref<?x?x?xf32> {polymem.shape = ["C", "H + R - 1", "W + S - 1"]},
    %F: memref<?x?x?xf32> {polymem.shape = ["C", "R", "S"]},
    %Y: memref<?x?x?xf32> {polymem.shape = ["C", "H", "W"]}) {
  %c0 = arith.constant 0 : index
  %C = memref.dim %X, %c0 : memref<?x?x?xf32>
  %c1 = arith.constant 1 : index
  %H = memref.dim %Y, %c1 : memref<?x?x?xf32>
  %c2 = arith.constant 2 : index
  %W = memref.dim %Y, %c2 : memref<?x?x?xf32>
  %R = memref.dim %F, %c1 : memref<?x?x?xf32>
  %c0.0_f32 = arith.constant 0.0 : f32
  %S = memref.dim %F, %c2 : memref<?x?x?xf32>
  affine.for %c = 0 to %C {
    affine.for %h = 0 to %H {
      affine.for %w = 0 to %W {
        %total_end = affine.for %r = 0 to %R iter_args(%total = %c0.0_f32) -> (f32) {
          %total_end_1 = affine.for %s = 0 to %S iter_args(%total_1 = %total) -> (f32) {
            %x = affine.load %X[%c, %h + %r, %w + %s] : memref<?x?x?xf32>
            %f = affine.load %F[%c, %r, %s] : memref<?x?x?xf32>
            %prod = arith.mulf %x, %f : f32
            %sum = arith.addf %total_1, %prod : f32
            affine.yield %sum : f32
          }
          affine.yield %total_end_1 : f32
        }
        affine.store %total_end, %Y[%c, %h, %w] : memref<?x?x?xf32>
      }
    }
  }
  return
}
