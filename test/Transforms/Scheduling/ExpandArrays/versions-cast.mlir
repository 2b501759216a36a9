// RUN: polymem-opt %s --polymem-expand-arrays=always --remarks-filter=polymem-expand-arrays --remark-policy=all -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check --sizes=N=7 --sizes=N=1 --sizes=N=0 \
// RUN:   --pipeline='polymem-expand-arrays{always}'

// What is stored through a cast of the array, here element k, is stored to its versions, too.

// CHECK: remark: [Passed] Versioned
func.func @vector(%A: memref<?xi32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  %cast = memref.cast %A : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to affine_map<(k) -> (k + 1)>(%k) {
      %a = affine.load %A[%i] : memref<?xi32>
      %s = arith.muli %a, %a : i32
      affine.store %s, %cast[%i] : memref<?xi32, strided<[?], offset: ?>>
    }
    affine.for %i = 0 to %n {
      affine.if affine_set<(i, k) : (i - k - 1 >= 0)>(%i, %k) {
        %a = affine.load %A[%i] : memref<?xi32>
        %b = affine.load %A[%k] : memref<?xi32>
        %s = arith.subi %a, %b : i32
        affine.store %s, %A[%i] : memref<?xi32>
      }
    }
  }
  return
}
