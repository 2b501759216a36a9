// Temporaries of a tile are shared memory, which the host allocates: their
// extents must not depend on a tile. A loop that is not tiled has its constant
// bound or, if it depends on a loop around, the most over all tiles.

// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=1,0,8,8" | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --entry=window --entry=triangle \
// RUN:   --sizes=N=9,M=3 --sizes=N=1,M=0 --emulate --check \
// RUN:   --pipeline='polymem-to-emulator{sizes=1,0,8,8}'

// CHECK-DAG: #[[$WINDOW:.+]] = #scratch.mapping<{{.*}} extents = () -> (1, 4, 8)>
// CHECK-DAG: #[[$TRIANGLE:.+]] = #scratch.mapping<{{.*}} extents = ()[s0] -> (1, s0, 8)>
// CHECK-DAG: #[[$EXTENT:.+]] = affine_map<()[s0] -> (s0, 1)>

// CHECK-LABEL: @window
// CHECK: scratch.alloc() : memref<1x4x8xf32, #[[$WINDOW]],
func.func @window(%A: memref<?x?xf32> {polymem.shape = ["N + M + 4", "N"]},
    %B: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<(d) -> (4, d + 1)>(%i) {
      affine.parallel (%k) = (0) to (symbol(%n)) {
        %s = memref.alloca() : memref<f32>
        %x = affine.load %A[%i + %j, %k] : memref<?x?xf32>
        affine.store %x, %s[] : memref<f32>
        affine.for %l = 0 to %m {
          %t = affine.load %s[] : memref<f32>
          %y = affine.load %A[%l, %k] : memref<?x?xf32>
          %u = arith.addf %t, %y : f32
          affine.store %u, %s[] : memref<f32>
        }
        %v = affine.load %s[] : memref<f32>
        affine.store %v, %B[%k] : memref<?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: @triangle
// CHECK-SAME: %[[N:[a-z0-9]+]]: index {polymem.param = "N"}
// CHECK: %[[SIZE:.*]] = affine.max #[[$EXTENT]]()[%[[N]]]
// CHECK: %[[CELLS:.*]] = affine.max #[[$EXTENT]]()[%[[N]]]
// CHECK: scratch.alloc(%[[SIZE]])[%[[CELLS]]] : memref<1x?x8xf32, #[[$TRIANGLE]],
func.func @triangle(%A: memref<?x?xf32> {polymem.shape = ["N + M + 4", "N"]},
    %B: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d) -> (d + 1)>(%i) {
      affine.parallel (%k) = (0) to (symbol(%n)) {
        %s = memref.alloca() : memref<f32>
        %x = affine.load %A[%j, %k] : memref<?x?xf32>
        affine.store %x, %s[] : memref<f32>
        affine.for %l = 0 to %m {
          %t = affine.load %s[] : memref<f32>
          %y = affine.load %A[%l, %k] : memref<?x?xf32>
          %u = arith.addf %t, %y : f32
          affine.store %u, %s[] : memref<f32>
        }
        %v = affine.load %s[] : memref<f32>
        affine.store %v, %B[%j, %k] : memref<?x?xf32>
      }
    }
  }
  return
}
