// Loops with operations that only the host can execute are not for a GPU; on the
// CPU they are tiled.

// RUN: polymem-opt %s --polymem-tile=mapping=gpu --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: polymem-opt %s --polymem-tile | FileCheck %s --check-prefix=CPU

// REMARK: HostOperation {{.*}}Function=columns {{.*}}it cannot be a launch, 'memref.copy' is for the host: it copies an array with a layout
// CHECK-LABEL: func.func @columns
// CHECK-NOT: scratch.tile
// CHECK: return
// CPU-LABEL: func.func @columns
// CPU: scratch.tile
func.func @columns(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = memref.subview %A[0, %i] [%N, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
    %b = memref.subview %B[0, %i] [%N, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
    memref.copy %a, %b : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  }
  return
}

// The loops inside are for a GPU all the same.
// CHECK-LABEL: func.func @below
// CHECK: affine.for
// CHECK:   scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK:   func.call @host
func.func private @host()
func.func @below(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 7.0 : f32
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to %N {
      affine.store %c, %A[%i] : memref<?xf32>
    }
    func.call @host() : () -> ()
  }
  return
}
