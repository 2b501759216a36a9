// Arrays none of whose elements ever holds a value: only read, or without
// elements.

// RUN: polymem-opt %s --polymem-contract-arrays --remarks-filter=".*" 2>&1 | FileCheck %s

// CHECK: [Missed] NoValues {{.*}}Function=only_read {{.*}}stays as it is: none of its elements ever holds a value
// CHECK: module {
// CHECK-LABEL: func @only_read
// CHECK-NEXT: memref.alloc() : memref<16x16xf32>
func.func @only_read() {
  %A = memref.alloc() : memref<16x16xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %A[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// CHECK-LABEL: func @no_elements
// CHECK: memref.alloc() : memref<0xf32>
func.func @no_elements(%x: f32, %B: memref<4xf32>) {
  %A = memref.alloc() : memref<0xf32>
  affine.for %i = 0 to 0 {
    affine.store %x, %A[%i] : memref<0xf32>
  }
  affine.for %i = 0 to 0 {
    %y = affine.load %A[%i] : memref<0xf32>
    affine.store %y, %B[%i] : memref<4xf32>
  }
  return
}
