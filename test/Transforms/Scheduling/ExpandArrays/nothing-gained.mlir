// RUN: polymem-opt %s > %t.before
// RUN: polymem-opt %s --polymem-expand-arrays=max-bytes=1000000000 > %t.after
// RUN: cmp %t.before %t.after
// RUN: not polymem-opt %s --polymem-expand-arrays="strict max-bytes=1000000000" 2>&1 | FileCheck %s

// In the orders, it is said.
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: NothingGained {{.*}} Function=carried_inside {{.*}} no loops are parallel further out for some statement and not less far out for any other

// The outer loop carries the values of A, so that a vector for each of its
// iterations would be of no use: that is seen in the text, or, where the nest
// that reads A writes it as well, in the orders with and without. In the last
// function the vector takes values from one iteration to the next.

// CHECK: error: polymem-expand-arrays: no array is expanded
func.func @carried(%A: memref<?xf32>, %v: memref<?xf32> {polymem.dead_out}, %t: index, %n: index) {
  affine.for %k = 0 to %t {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %v[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %x = affine.load %v[%i] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}

func.func @carried_inside(%A: memref<?xf32>, %v: memref<?xf32> {polymem.dead_out}, %t: index, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %k = 0 to %t {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
      affine.store %c, %v[%i] : memref<?xf32>
    }
    %sum = affine.for %i = 1 to %n iter_args(%s = %zero) -> f32 {
      %x = affine.load %v[%i] : memref<?xf32>
      %y = arith.addf %s, %x : f32
      affine.yield %y : f32
    }
    affine.store %sum, %A[0] : memref<?xf32>
  }
  return
}

func.func @taken_over(%A: memref<?x?xf32>, %v: memref<?xf32> {polymem.dead_out}, %t: index, %n: index) {
  affine.for %k = 0 to %t {
    affine.for %i = 1 to %n {
      %x = affine.load %v[%i] : memref<?xf32>
      %a = affine.load %A[%k, %i] : memref<?x?xf32>
      %y = arith.addf %x, %a : f32
      affine.store %y, %v[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %x = affine.load %v[%i] : memref<?xf32>
      affine.store %x, %A[%k, %i] : memref<?x?xf32>
    }
  }
  return
}
