// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-raise-to-affine,polymem-expand-arrays,polymem-schedule))' \
// RUN:   --remarks-filter=polymem-schedule 2>&1 | FileCheck %s
// RUN: polymem-run %s --entry=cells --compare --check-bounds --check \
// RUN:   --sizes=N=7 --sizes=N=1 --sizes=N=0 \
// RUN:   --pipeline='polymem-raise-to-affine,polymem-expand-arrays,polymem-schedule'

// A factorisation and the solution behind it share one cell for sums. With
// cells for each element, a step of the factorisation is parallel in all
// trailing rows and columns, one of the solution in all that follow.

// CHECK: 11 statements in 10 bands of 14 loops, 12 of them parallel
func.func @cells(%N: i32 {polymem.param = "N"}, %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                 %b: memref<?xf32> {polymem.shape = ["N"]}, %y: memref<?xf32> {polymem.shape = ["N"]}) {
  %n = arith.index_cast %N : i32 to index
  %w = memref.alloca() : memref<1xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %w[0] : memref<1xf32>
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %w0 = affine.load %w[0] : memref<1xf32>
        %l = affine.load %A[%i, %k] : memref<?x?xf32>
        %u = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %l, %u : f32
        %w1 = arith.subf %w0, %p : f32
        affine.store %w1, %w[0] : memref<1xf32>
      }
      %end = affine.load %w[0] : memref<1xf32>
      %d = affine.load %A[%j, %j] : memref<?x?xf32>
      %q = arith.divf %end, %d : f32
      affine.store %q, %A[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %w[0] : memref<1xf32>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %w0 = affine.load %w[0] : memref<1xf32>
        %l = affine.load %A[%i, %k] : memref<?x?xf32>
        %u = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %l, %u : f32
        %w1 = arith.subf %w0, %p : f32
        affine.store %w1, %w[0] : memref<1xf32>
      }
      %end = affine.load %w[0] : memref<1xf32>
      affine.store %end, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    %x = affine.load %b[%i] : memref<?xf32>
    affine.store %x, %w[0] : memref<1xf32>
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %w0 = affine.load %w[0] : memref<1xf32>
      %l = affine.load %A[%i, %j] : memref<?x?xf32>
      %v = affine.load %y[%j] : memref<?xf32>
      %p = arith.mulf %l, %v : f32
      %w1 = arith.subf %w0, %p : f32
      affine.store %w1, %w[0] : memref<1xf32>
    }
    %end = affine.load %w[0] : memref<1xf32>
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}
