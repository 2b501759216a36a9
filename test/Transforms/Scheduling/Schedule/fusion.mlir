// RUN: polymem-opt %s --polymem-schedule=fusion=none | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --polymem-schedule=fusion=smart | FileCheck %s --check-prefix=SMART
// RUN: polymem-opt %s --polymem-schedule=fusion=max | FileCheck %s --check-prefix=MAX

// Two loops that could be one.

// NONE-LABEL: func @chain
// NONE-COUNT-2: affine.for
// SMART-LABEL: func @chain
// SMART-COUNT-1: affine.for
// SMART-NOT: affine.for
// SMART: return
// MAX-LABEL: func @chain
// MAX-COUNT-1: affine.for
// MAX-NOT: affine.for
// MAX: return
func.func @chain(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %C[%i] : memref<?xf32>
  }
  return
}
