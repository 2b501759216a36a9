// RUN: polymem-opt %s > %t
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-policy=all 2>%t.remarks | diff %t -
// RUN: FileCheck %s < %t.remarks

// Each loop that is tried costs some orders of the whole function: nine are not tried.

// CHECK: remark: [Missed] TooMany
// CHECK-SAME: Loops=9, MaxLoops=8
// CHECK-SAME: steps of 9 loops may get versions of what they overwrite, more than the 8 that are tried
func.func @nine(%A: memref<?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}
