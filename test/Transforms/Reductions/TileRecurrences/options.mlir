// RUN: not polymem-opt %s --polymem-tile-recurrences=tile-size=0 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not polymem-opt %s --polymem-tile-recurrences=strip-size=1025 2>&1 | FileCheck %s --check-prefix=STRIP
// RUN: not polymem-opt %s --polymem-tile-recurrences=strict 2>&1 | FileCheck %s --check-prefix=STRICT
// TILE: polymem-tile-recurrences: option 'tile-size' is 0; give a number from 1 to 1024
// STRIP: polymem-tile-recurrences: option 'strip-size' is 1025; give a number from 1 to 1024
// STRICT: polymem-tile-recurrences: there is no recurrence to tile
func.func @f(%A: memref<?xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    affine.store %zero, %A[%i] : memref<?xi32>
  }
  return
}
