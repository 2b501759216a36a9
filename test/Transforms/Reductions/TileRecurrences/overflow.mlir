// RUN: polymem-opt %s --polymem-tile-recurrences | FileCheck %s

// Sums of other summands may overflow: what is reordered does not say that it does not. The
// summand itself stays as it is.

// CHECK-LABEL: func @count
// CHECK-NOT: nsw
// CHECK: scratch.tile
// CHECK-NOT: nsw
// CHECK: arith.muli %{{.*}} overflow<nuw>
// CHECK-NOT: nsw
func.func @count(%t: memref<?x?xi32>, %N: index) {
  affine.for %r = 0 to %N {
    affine.for %j = affine_map<(r)[N] -> (N - r)>(%r)[%N] to %N {
      affine.for %k = affine_map<(r)[N] -> (N - 1 - r)>(%r)[%N] to affine_map<(j) -> (j)>(%j) {
        %old = affine.load %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
        %a = affine.load %t[symbol(%N) - 1 - %r, %k] : memref<?x?xi32>
        %b = affine.load %t[%k + 1, %j] : memref<?x?xi32>
        %ab = arith.muli %a, %b overflow<nuw> : i32
        %new = arith.addi %old, %ab overflow<nsw> : i32
        affine.store %new, %t[symbol(%N) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
