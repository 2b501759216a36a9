// RUN: split-file %s %t
// RUN: polymem-opt %t/proved.mlir --polymem-check=strict -o /dev/null
// RUN: not polymem-opt %t/wrong.mlir --polymem-check=print -o /dev/null 2>&1 | FileCheck %t/wrong.mlir
// RUN: polymem-opt %t/open.mlir --polymem-check=print -o /dev/null 2>&1 | FileCheck %t/open.mlir

// A memref.copy copies element by element, all of them.

//--- proved.mlir

func.func @before(%A: memref<8x8xf32>, %B: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i, %j] : memref<8x8xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %B[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

func.func @after(%A: memref<8x8xf32>, %B: memref<8x8xf32>)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8x8xf32>
  memref.copy %A, %t : memref<8x8xf32> to memref<8x8xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %t[%i, %j] : memref<8x8xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %B[%i, %j] : memref<8x8xf32>
    }
  }
  memref.dealloc %t : memref<8x8xf32>
  return
}

//--- wrong.mlir

func.func @before(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// The copy comes too late.
// CHECK: check @late
// CHECK: dataflow: VIOLATED: S0[0] reads mem0[0] and gets undefined; in the original it is the initial value of arg0[0]
func.func @late(%A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %t[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  memref.copy %A, %t : memref<8xf32> to memref<8xf32>
  memref.dealloc %t : memref<8xf32>
  return
}

// It overwrites the result.
// CHECK: check @overwrites
// CHECK: live-out: VIOLATED: in the end arg1[0] holds the initial value of arg0[0]; in the original it is the value of S0[0]
func.func @overwrites(%A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  memref.copy %A, %B : memref<8xf32> to memref<8xf32>
  return
}

//--- open.mlir

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Extents that are not known.
// CHECK: check @unknown
// CHECK: dataflow: not decided: 'memref.copy': {{.*}}
func.func @unknown(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc(%n) : memref<?xf32>
  memref.copy %A, %t : memref<?xf32> to memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %t[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// CHECK: check @view
// CHECK: dataflow: not decided: 'memref.copy': it copies a view
func.func @view(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<16xf32>
  %v = memref.subview %t[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  %w = memref.subview %t[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  memref.copy %w, %v : memref<8xf32, strided<[1], offset: 8>> to memref<8xf32, strided<[1], offset: 4>>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}

// CHECK: check @cast
// CHECK: dataflow: not decided: {{.*}}'memref.reinterpret_cast'
func.func @cast(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<16xf32>
  %v = memref.reinterpret_cast %t to offset: [0], sizes: [4, 4], strides: [4, 1]
      : memref<16xf32> to memref<4x4xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %v[0, 0] : memref<4x4xf32>
    %w = affine.load %v[0, 0] : memref<4x4xf32>
    %y = arith.mulf %w, %w : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}
