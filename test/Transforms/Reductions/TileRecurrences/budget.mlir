// RUN: polymem-opt %s --polymem-tile-recurrences=max-isl-operations=8000 --remarks-filter=polymem-tile-recurrences --remark-format=emitRemark 2>&1 | FileCheck %s

// Without enough isl operations nothing changes, a remark says so, and a warning what helps.

// CHECK: remark: {{.*}}not tiled as a recurrence: it is not planned within 8000 isl operations
// CHECK: warning: polymem-tile-recurrences: the budget of 8000 isl operations ended
// CHECK-NOT: scratch.tile
func.func @table(%t: memref<?x?xi32>, %N: index) {
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.addi %a, %b : i32
        %new = arith.maxsi %old, %ab : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
