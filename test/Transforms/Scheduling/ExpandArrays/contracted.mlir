// RUN: polymem-opt %s --polymem-expand-arrays | FileCheck %s --check-prefix=EXPANDED
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-expand-arrays,polymem-contract-arrays))' \
// RUN:   | FileCheck %s

// Where the order stays as it was, no iteration needs a row of its own: the
// array has as many cells again as the vector had.

// EXPANDED: memref.alloc(%{{.*}}, %{{.*}}) : memref<?x?xf32>
// CHECK:      #[[ROW:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d1 mod s0), extents = ()[s0] -> (s0)>
// CHECK:      scratch.alloc({{.*}}memref<?x?xf32, #[[ROW]]>
func.func @rows(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %sum: memref<?xf32> {polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %p = 0 to %m {
      affine.store %zero, %sum[%p] : memref<?xf32>
      affine.for %s = 0 to %m {
        %x = affine.load %sum[%p] : memref<?xf32>
        %a = affine.load %A[%i, %s] : memref<?x?xf32>
        %c = affine.load %C[%s, %p] : memref<?x?xf32>
        %ac = arith.mulf %a, %c : f32
        %y = arith.addf %x, %ac : f32
        affine.store %y, %sum[%p] : memref<?xf32>
      }
    }
    affine.for %p = 0 to %m {
      %x = affine.load %sum[%p] : memref<?xf32>
      affine.store %x, %A[%i, %p] : memref<?x?xf32>
    }
  }
  return
}
