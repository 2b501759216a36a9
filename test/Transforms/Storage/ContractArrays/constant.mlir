// RUN: polymem-opt %s --polymem-contract-arrays --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// Constant sizes: a constant mapping without symbols, also of stack memory and of
// integers.

// CHECK: #[[$MAP:.*]] = #scratch.mapping<(d0, d1) -> ((-d0 + d1) mod 9), extents = () -> (9)>
// CHECK-LABEL: func @f
// CHECK: scratch.alloc() {shared_cells} : memref<8x8xi32, #[[$MAP]]>
func.func @f(%A: memref<8x8xi32>) {
  // expected-remark@below {{mem0 takes 9 cells instead of 64, by hyperplanes: (-i0 + i1) mod 9, 9 cells; at least 9}}
  %t = memref.alloca() : memref<8x8xi32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<8x8xi32>
      affine.store %a, %t[%i, %j] : memref<8x8xi32>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %b = affine.load %t[%i - 1, %j] : memref<8x8xi32>
        affine.store %b, %A[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}
