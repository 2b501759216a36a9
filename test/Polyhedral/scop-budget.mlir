// RUN: polymem-opt %s --polymem-print-scop=max-isl-operations=1 -verify-diagnostics \
// RUN:   --remarks-filter='polymem-print-scop' --remark-format=emitRemark

// expected-remark @below {{'func.func' cannot be modelled: the model needs more than 1 isl operations}}
func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  return
}
