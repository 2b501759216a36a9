// RUN: polymem-opt %s --pass-pipeline='builtin.module(polymem-to-prem{emit=plan})' | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --pipeline='polymem-to-prem{emit=host hooks=true}' \
// RUN:   | FileCheck %s --check-prefix=HOST

// The condition never holds: no buffer is made for what is under it, and the
// loads and stores of main memory go.

// CHECK-LABEL: func.func @never
// CHECK: prem.component
// CHECK: affine.if
// CHECK-NOT: memref<9xf32>
// CHECK: return

// HOST: never: identical
func.func @never(%A: memref<8xf32>, %B: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(a, b) : (a - b - 1 >= 0)>(%i, %i) {
      %b = affine.load %B[%i + 1] : memref<9xf32>
      affine.store %b, %B[%i] : memref<9xf32>
    }
    %a = affine.load %A[%i] : memref<8xf32>
    %d = arith.addf %a, %a : f32
    affine.store %d, %A[%i] : memref<8xf32>
  }
  return
}
