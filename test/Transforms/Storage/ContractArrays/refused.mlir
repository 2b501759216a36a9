// RUN: polymem-opt %s --polymem-contract-arrays --split-input-file --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s --split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Arrays that stay as they are, and why.

func.func private @g(memref<?xf32>)
func.func @call(%n: index) {
  // expected-remark@below {{'func.call' uses it, which neither loads nor stores an element}}
  %t = memref.alloc(%n) : memref<?xf32>
  call @g(%t) : (memref<?xf32>) -> ()
  memref.dealloc %t : memref<?xf32>
  return
}

// -----

func.func @returned(%n: index) -> memref<?xf32> {
  // expected-remark@below {{'func.return' uses it, which neither loads nor stores an element}}
  %t = memref.alloc(%n) : memref<?xf32>
  return %t : memref<?xf32>
}

// -----

func.func @stored(%n: index, %A: memref<1xmemref<?xf32>>) {
  // expected-remark@below {{'memref.store' uses it, which neither loads nor stores an element}}
  %t = memref.alloc(%n) : memref<?xf32>
  %c0 = arith.constant 0 : index
  memref.store %t, %A[%c0] : memref<1xmemref<?xf32>>
  return
}

// -----

// All are needed.
func.func @reversed(%A: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 stays as it is: no mapping is known to fewer cells than its 64 elements where arg1 = 64; at least 3 where arg1 = 3, 4 where arg1 = 4}}
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %t[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// -----

func.func @layout(%A: memref<?xf32>) {
  // expected-remark@below {{its layout is not that of an array}}
  %t = memref.alloc() : memref<8xf32, strided<[2], offset: 0>>
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %t[%i] : memref<8xf32, strided<[2], offset: 0>>
    %b = affine.load %t[%i] : memref<8xf32, strided<[2], offset: 0>>
    affine.store %b, %A[%i + 8] : memref<?xf32>
  }
  memref.dealloc %t : memref<8xf32, strided<[2], offset: 0>>
  return
}
