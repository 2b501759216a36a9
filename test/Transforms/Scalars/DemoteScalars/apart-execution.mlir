// RUN: polymem-run %s --check --compare --pipeline=polymem-demote-scalars \
// RUN:   --sizes N=1 --sizes N=9 --sizes N=0

// Values in elements beside which the loop reads others: the results are the
// same, bit by bit.

func.func @factor(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                  %b: memref<?xf32> {polymem.shape = ["N"]},
                  %y: memref<?xf32> {polymem.shape = ["N"]},
                  %n: index {polymem.param = "N"}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %end = affine.for %k = 0 to affine_map<(j) -> (j)>(%j) iter_args(%w = %a) -> f32 {
        %p = affine.load %A[%i, %k] : memref<?x?xf32>
        %q = affine.load %A[%k, %j] : memref<?x?xf32>
        %r = arith.mulf %p, %q : f32
        %next = arith.subf %w, %r : f32
        affine.yield %next : f32
      }
      %d = affine.load %A[%j, %j] : memref<?x?xf32>
      %s = arith.mulf %end, %d : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    %init = affine.load %b[%i] : memref<?xf32>
    %end = affine.for %j = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %init) -> f32 {
      %p = affine.load %A[%i, %j] : memref<?x?xf32>
      %q = affine.load %y[%j] : memref<?xf32>
      %r = arith.mulf %p, %q : f32
      %next = arith.subf %w, %r : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  // Here the element may be read: a cell.
  affine.for %i = 0 to %n {
    %init = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %j = 0 to %n iter_args(%w = %init) -> f32 {
      %q = affine.load %y[%j] : memref<?xf32>
      %next = arith.subf %w, %q : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}
