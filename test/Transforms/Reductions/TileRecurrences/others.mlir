// RUN: polymem-opt %s --polymem-tile-recurrences --remarks-filter=polymem-tile-recurrences --remark-format=emitRemark 2>&1 | FileCheck %s

// Other nests are not looked at, and no isl operation is spent on them: sums of floating-point
// numbers, whose order matters, and reductions over other arrays.

// CHECK-NOT: {{NotTiled|NotModelled}}
// CHECK-NOT: scratch.tile
func.func @sum(%t: memref<?x?xf32>, %N: index) {
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xf32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xf32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %new = arith.addf %old, %ab : f32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @product(%a: memref<?x?xi32>, %b: memref<?x?xi32>, %c: memref<?x?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %old = affine.load %c[%i, %j] : memref<?x?xi32>
        %x = affine.load %a[%i, %k] : memref<?x?xi32>
        %y = affine.load %b[%k, %j] : memref<?x?xi32>
        %xy = arith.muli %x, %y : i32
        %new = arith.addi %old, %xy : i32
        affine.store %new, %c[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
