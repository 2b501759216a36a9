// RUN: polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// What a proof takes for granted is said, and what it does not is not.

func.func @local(%A: memref<8xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %t[%i] : memref<?xf32>
    %v = affine.load %t[%i] : memref<?xf32>
    %y = arith.mulf %v, %v : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// CHECK-LABEL: check @same_local{{$}}
// CHECK: assumed: the original accesses memory that it allocates within bounds; the original uses memory while it is there; arg1 >= 0 where memory gets its size from it; index arithmetic does not wrap around
func.func @same_local(%A: memref<8xf32>, %n: index) attributes {polymem.origin = @local} {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %t[%i] : memref<?xf32>
    %v = affine.load %t[%i] : memref<?xf32>
    %y = arith.mulf %v, %v : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

func.func @plain(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<8xf32>
  }
  return
}

// Its own memory is large enough, and of an extent that is known.
// CHECK-LABEL: check @with_local{{$}}
// CHECK: lifetimes: proved
// CHECK-NOT: assumed
// CHECK-LABEL: check @
func.func @with_local(%A: memref<8xf32>) attributes {polymem.origin = @plain} {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %t[%i] : memref<8xf32>
    %v = affine.load %t[%i] : memref<8xf32>
    %y = arith.mulf %v, %v : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}

func.func @strided(%A: memref<8x8xf32, strided<[?, 1]>>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i, 0] : memref<8x8xf32, strided<[?, 1]>>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i, 0] : memref<8x8xf32, strided<[?, 1]>>
  }
  return
}

// CHECK-SAME: same_strided
// CHECK: assumed: strides that arguments bring keep their elements apart
func.func @same_strided(%A: memref<8x8xf32, strided<[?, 1]>>) attributes {polymem.origin = @strided} {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i, 0] : memref<8x8xf32, strided<[?, 1]>>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i, 0] : memref<8x8xf32, strided<[?, 1]>>
  }
  return
}

// An extent that is positive whatever the argument is.
// CHECK-LABEL: check @clamped{{$}}
// CHECK-NOT: arg0
// CHECK: assumed: index arithmetic does not wrap around
func.func @original(%n: index, %A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<8xf32>
  }
  return
}
func.func @clamped(%n: index, %A: memref<8xf32>) attributes {polymem.origin = @original} {
  %size = affine.max affine_map<()[s0] -> (s0, 8)>()[%n]
  %t = memref.alloc(%size) : memref<?xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %t[%i] : memref<?xf32>
    %v = affine.load %t[%i] : memref<?xf32>
    %y = arith.mulf %v, %v : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}
