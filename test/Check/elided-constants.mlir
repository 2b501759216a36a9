// RUN: not polymem-opt %s --polymem-check=print --mlir-elide-elementsattrs-if-larger=2 \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// Constants are compared as such, not as they are printed.

// CHECK-LABEL: check @other
// CHECK: live-out: VIOLATED
func.func @vector(%B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
    %y = vector.extract %v[1] : f32 from vector<4xf32>
    affine.store %y, %B[%i] : memref<?xf32>
  }
  return
}

func.func @other(%B: memref<?xf32>, %n: index) attributes {polymem.origin = @vector} {
  affine.for %i = 0 to %n {
    %v = arith.constant dense<[1.0, 7.0, 3.0, 4.0]> : vector<4xf32>
    %y = vector.extract %v[1] : f32 from vector<4xf32>
    affine.store %y, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @operand
// CHECK: dataflow: VIOLATED
func.func @factor(%B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xi32>
    %v = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %c = arith.constant 1 : index
    %e = tensor.extract %v[%c] : tensor<4xi32>
    %y = arith.muli %x, %e : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @operand(%B: memref<?xi32>, %n: index) attributes {polymem.origin = @factor} {
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xi32>
    %v = arith.constant dense<[1, 2, 3, 5]> : tensor<4xi32>
    %c = arith.constant 1 : index
    %e = tensor.extract %v[%c] : tensor<4xi32>
    %y = arith.muli %x, %e : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}
