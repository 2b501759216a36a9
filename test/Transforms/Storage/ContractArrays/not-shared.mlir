// RUN: polymem-opt %s --polymem-contract-arrays=share --split-input-file --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s --split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Arrays that keep their own memory, and why. (By themselves they cannot be smaller,
// so nothing changes.)

// All elements of both are needed at the same time.
func.func @both(%in: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 stays as it is}}
  %a = memref.alloc(%n) : memref<?xf32>
  // expected-remark@below {{mem1 stays as it is}}
  %b = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %a[%i] : memref<?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %a[-%i + symbol(%n) - 1] : memref<?xf32>
    %y = affine.load %b[-%i + symbol(%n) - 1] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %in[%i] : memref<?xf32>
  }
  return
}

// -----

// Of another element type, or in another block.
func.func @kinds(%in: memref<8xf32>, %ints: memref<8xi32>) {
  // expected-remark@below {{mem0 stays as it is}}
  %a = memref.alloc() : memref<8xf32>
  // expected-remark@below {{mem1 stays as it is}}
  %b = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %in[%i] : memref<8xf32>
    affine.store %x, %a[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %a[7 - %i] : memref<8xf32>
    affine.store %x, %in[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %ints[%i] : memref<8xi32>
    affine.store %x, %b[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %b[7 - %i] : memref<8xi32>
    affine.store %x, %ints[%i] : memref<8xi32>
  }
  affine.for %t = 0 to 3 {
    // expected-remark@below {{mem2 stays as it is}}
    %c = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      %x = affine.load %in[%i] : memref<8xf32>
      affine.store %x, %c[%i] : memref<8xf32>
    }
    affine.for %i = 0 to 8 {
      %x = affine.load %c[7 - %i] : memref<8xf32>
      affine.store %x, %in[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// The buffer would have another size.
func.func @size(%in: memref<?xf32>, %n: index, %sizes: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  // expected-remark@below {{mem0 shares no buffer: 'memref.dim' asks for its size}}
  // expected-remark@below {{mem0 stays as it is}}
  %a = memref.alloc(%n) : memref<?xf32>
  // expected-remark@below {{mem1 stays as it is}}
  %b = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %a[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %a[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %b[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %x, %in[%i] : memref<?xf32>
  }
  %d = memref.dim %a, %c0 : memref<?xf32>
  memref.store %d, %sizes[%c0] : memref<1xindex>
  return
}

// -----

// The size of the second one is not yet known where the first one is used.
func.func @late(%in: memref<8xf32>, %other: memref<?xf32>) {
  // expected-remark@below {{mem0, mem1 stay apart: their sizes are not known where the first one of them is allocated}}
  // expected-remark@below {{mem0 stays as it is}}
  %a = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %in[%i] : memref<8xf32>
    affine.store %x, %a[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %a[7 - %i] : memref<8xf32>
    affine.store %x, %in[%i] : memref<8xf32>
  }
  %c0 = arith.constant 0 : index
  %k = memref.dim %other, %c0 : memref<?xf32>
  // expected-remark@below {{mem1 stays as it is}}
  %b = memref.alloc(%k) : memref<?xf32>
  affine.for %i = 0 to %k {
    %x = affine.load %other[%i] : memref<?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %k {
    %x = affine.load %b[-%i + symbol(%k) - 1] : memref<?xf32>
    affine.store %x, %other[%i] : memref<?xf32>
  }
  return
}
