// RUN: polymem-opt %s -split-input-file > %t
// RUN: polymem-opt %s -split-input-file --polymem-expand-arrays=always --remarks-filter=polymem-expand-arrays --remark-policy=all 2>%t.remarks | diff %t -
// RUN: FileCheck %s < %t.remarks

// Steps that get no versions of what they overwrite: nothing changes.

// Each iteration of a step needs the one before it.
// CHECK: [Missed] NotVersioned {{.*}} Function=neighbours
// CHECK-SAME: iterations of a step depend on each other through arg0
func.func @neighbours(%A: memref<?x?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 1 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// Along row k, each element needs the new value of the one before it.
// CHECK: [Missed] NotVersioned {{.*}} Function=chain
// CHECK-SAME: versions of a step need each other
func.func @chain(%A: memref<?x?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%k, %j - 1] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// Which of two values an element has after the step is not what is read.
// CHECK: [Missed] NotVersioned {{.*}} Function=twice
// CHECK-SAME: a step may write an element of arg0 twice
func.func @twice(%A: memref<?x?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        affine.store %a, %A[%i + %j, %j] : memref<?x?xf32>
      }
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        affine.store %a, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// CHECK: [Missed] NotVersioned {{.*}} Function=two_stores
// CHECK-SAME: a statement has two stores to an array
func.func @two_stores(%A: memref<?x?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        affine.store %a, %A[%i, 2 * %j] : memref<?x?xf32>
        affine.store %a, %A[%i, 2 * %j + 1] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// A condition on data: what is written is not known.
// CHECK: [Missed] NotVersioned {{.*}} Function=condition
// CHECK-SAME: 'scf.if' is no load, store or operation without effects
func.func @condition(%A: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = arith.cmpf olt, %a, %zero : f32
        scf.if %c {
          affine.store %a, %A[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// -----

// What a step has written is never what it reads.
// CHECK: [Missed] NotVersioned {{.*}} Function=parity
// CHECK-SAME: a step does not overwrite what it reads
func.func @parity(%A: memref<?x?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, 2 * %k] : memref<?x?xf32>
        affine.store %a, %A[%i, 2 * %j + 1] : memref<?x?xf32>
      }
    }
  }
  return
}
