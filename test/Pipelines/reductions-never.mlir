// RUN: polymem-opt %s --polymem-to-emulator -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-emulator="reductions=never" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-ptx="reductions=never reassociate=true" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not polymem-opt %s --polymem-to-ptx="reductions=always" 2>&1 | FileCheck %s --check-prefix=ERROR

// Threads share reductions whose order does not matter, unless they must not.

// CHECK: polymem-split-reductions
// CHECK: polymem-tile
// NEVER-NOT: polymem-split-reductions
// NEVER: polymem-tile
// ERROR: for the --reductions option: there is no 'always'; give 'auto' or 'never'

func.func @sum(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}
