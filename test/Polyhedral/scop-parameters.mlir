// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// The same size, wherever it is computed, is one parameter, not negative. A
// static size is a constant.
// CHECK-LABEL: scop @dims{{$}}
// CHECK-NEXT: context: [arg0_dim0] -> {  : arg0_dim0 >= 0 }{{$}}
// CHECK-NEXT: parameter arg0_dim0: memref.dim{{$}}
// CHECK: S0: [arg0_dim0] -> { S0[i0, i1, i2] : 0 <= i0 < arg0_dim0 and 0 <= i1 < arg0_dim0 and 0 <= i2 <= 7 }{{$}}
func.func @dims(%A: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant 1.0 : f32
  %a = memref.dim %A, %c0 : memref<?x8xf32>
  %b = memref.dim %A, %c0 : memref<?x8xf32>
  %w = memref.dim %A, %c1 : memref<?x8xf32>
  affine.for %i = 0 to %a {
    affine.for %j = 0 to %b {
      affine.for %k = 0 to %w {
        affine.store %c, %A[%i, %j] : memref<?x8xf32>
      }
    }
  }
  return
}

// Names: function arguments, also when cast to index, and others by number.
// CHECK-LABEL: scop @names{{$}}
// CHECK-NEXT: context: [arg1, arg2, arg3, p0] -> {  :  }{{$}}
// CHECK-NEXT: parameter arg1: arith.index_cast{{$}}
// CHECK-NEXT: parameter arg2: argument 2 of func.func{{$}}
// CHECK-NEXT: parameter arg3: argument 3 of func.func{{$}}
// CHECK-NEXT: parameter p0: arith.divsi{{$}}
// CHECK: S0: [arg1, arg2, arg3, p0] -> { S0[i0] : arg1 <= i0 < arg2 + p0 }{{$}}
func.func @names(%A: memref<?xf32>, %n: i32, %x: index, %y: index) {
  %c = arith.constant 1.0 : f32
  %m = arith.index_cast %n : i32 to index
  %q = arith.divsi %x, %y : index
  affine.for %i = %m to affine_map<()[s0, s1] -> (s0 + s1)>()[%q, %x] {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// The size of an allocation is what it was allocated with.
// CHECK-LABEL: scop @alloc_dim{{$}}
// CHECK-NEXT: context: [arg0] -> {  :  }{{$}}
// CHECK-NEXT: parameter arg0: argument 0 of func.func{{$}}
// CHECK-NEXT: array mem0: memref memref<?xf32>, local{{$}}
// CHECK-NEXT: [arg0] -> { mem0[i0] : 0 <= i0 <= arg0 }{{$}}
// CHECK-NEXT: S0: [arg0] -> { S0[i0] : 0 <= i0 <= arg0 }{{$}}
func.func @alloc_dim(%n: index) {
  %c0 = arith.constant 0 : index
  %c = arith.constant 1.0 : f32
  %size = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
  %A = memref.alloc(%size) : memref<?xf32>
  %d = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %d {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// A bound read from memory is a parameter, and what it bounds depends on the
// statement that reads it.
// CHECK-LABEL: scop @loaded{{$}}
// CHECK-NEXT: context: [p0] -> {  :  }{{$}}
// CHECK-NEXT: parameter p0: memref.load{{$}}
// CHECK-NEXT: array val0: scalar index, local{{$}}
// CHECK: S0: [p0] -> { S0[] }{{$}}
// CHECK-NEXT: R0 must-read [p0] -> { S0[] -> arg1[0] }{{$}}
// CHECK-NEXT: W1 must-write [p0] -> { S0[] -> val0[] }{{$}}
// CHECK-NEXT: S1: [p0] -> { S1[i0] : 0 <= i0 < p0 }{{$}}
// CHECK-NEXT: R2 must-read [p0] -> { S1[i0] -> val0[] : 0 <= i0 < p0 }{{$}}
// CHECK-NEXT: W3 must-write [p0] -> { S1[i0] -> arg0[i0] : 0 <= i0 < p0 }{{$}}
func.func @loaded(%A: memref<?xf32>, %size: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c = arith.constant 1.0 : f32
  %n = memref.load %size[%c0] : memref<1xindex>
  affine.for %i = 0 to %n {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// A product of parameters is a parameter, the same one for the same product.
// CHECK-LABEL: scop @product{{$}}
// CHECK-NEXT: context: [arg1, arg2, p0] -> {  :  }{{$}}
// CHECK-NEXT: parameter arg1: argument 1 of func.func{{$}}
// CHECK-NEXT: parameter arg2: argument 2 of func.func{{$}}
// CHECK-NEXT: parameter p0: affine.apply{{$}}
// CHECK: S0: [arg1, arg2, p0] -> { S0[i0] : 0 <= i0 < p0 }{{$}}
// CHECK-NEXT: W0 must-write [arg1, arg2, p0] -> { S0[i0] -> arg0[p0 + i0] : 0 <= i0 < p0 }{{$}}
func.func @product(%A: memref<?xf32>, %n: index, %m: index) {
  %c = arith.constant 1.0 : f32
  %p = affine.apply affine_map<()[s0, s1] -> (s0 * s1)>()[%n, %m]
  %q = affine.apply affine_map<()[s0, s1] -> (s0 * s1)>()[%n, %m]
  affine.for %i = 0 to %p {
    affine.store %c, %A[%i + symbol(%q)] : memref<?xf32>
  }
  return
}
