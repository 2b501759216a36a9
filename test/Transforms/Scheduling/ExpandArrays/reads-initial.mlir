// RUN: polymem-opt %s > %t.before
// RUN: polymem-opt %s --polymem-expand-arrays=always > %t.after
// RUN: cmp %t.before %t.after

// The first element of v is what the caller gave: it is not in an array of ours.

func.func @first(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %v: memref<?xf32> {polymem.dead_out}, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %v[%j] : memref<?xf32>
    }
    affine.for %j = 0 to %m {
      %x = affine.load %v[%j] : memref<?xf32>
      affine.store %x, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
