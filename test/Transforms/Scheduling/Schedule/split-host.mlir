// A loop with a statement of the host stays as it is; what comes after it is split.

// RUN: polymem-opt %s --polymem-schedule | FileCheck %s

func.func private @report()

// CHECK-LABEL: func @with_report
// CHECK-COUNT-2: affine.for
// CHECK-NOT:   affine.for
// CHECK:       call @report
// CHECK-COUNT-3: affine.for
// CHECK-NOT:   affine.for
// CHECK:       return
func.func @with_report(%A: memref<?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
    func.call @report() : () -> ()
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
  }
  return
}
