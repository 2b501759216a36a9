// RUN: polymem-opt %s --polymem-tile="sizes=8,arg1 mapping=gpu print-plan" -mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="sizes=0,8 print-plan" -mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=SECOND

// The plan, with its notes: sizes, what is parallel, what is left as it is.

// CHECK-LABEL: polymem-tile: @triangle, loop nest at
// CHECK-NEXT: nest of 2 tiled loops, 1 parallel
// CHECK-NEXT: band
// CHECK-NEXT: loop 0: size 8, thread size 1, parallel, mapped
// CHECK-NEXT: loop 1: size arg1, sequential, bounds depend on the band
// CHECK-NEXT: loop 2: size untiled, sequential, step 3
// CHECK-NEXT: leaf of 2 operations
// SECOND-LABEL: polymem-tile: @triangle, loop nest at
// SECOND: loop 0: size untiled, parallel
// SECOND-NEXT: loop 1: size 8
func.func @triangle(%A: memref<?x?xf32>, %T: index, %N: index) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to %N step 3 {
        %a = affine.load %A[%i, 0] : memref<?x?xf32>
        affine.store %a, %A[%i, 0] : memref<?x?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: polymem-tile: @sequential, loop nest at
// CHECK-NEXT: refused: NoParallelLoop: no tiled loop of the band is parallel
func.func @sequential(%A: memref<?xf32>, %T: index, %N: index) {
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}

// The band is cut before the second loop, against which (1, -1) runs.
// CHECK-LABEL: polymem-tile: @partly, loop nest at
// CHECK-NEXT: nest of 2 tiled loops, 1 parallel
// CHECK: in part: LoopNotTiled: not tiled: loop 2 of the band may not be tiled
func.func @partly(%A: memref<?x?x?xf32>, %T: index, %N: index) {
  affine.for %p = 0 to %N {
    affine.for %i = 1 to %N {
      affine.for %j = 1 to %N {
        %a = affine.load %A[%p, %i - 1, %j + 1] : memref<?x?x?xf32>
        affine.store %a, %A[%p, %i, %j] : memref<?x?x?xf32>
      }
    }
  } {polymem.tile_sizes = [8, 8, 8]}
  return
}
