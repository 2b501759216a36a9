// RUN: polymem-opt %s --polymem-check -o /dev/null \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark 2>&1 | FileCheck %s

// What callers give and get has to be of the same types. A static extent where
// the original has none is one more thing that callers would have to know.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=static | Argument=1, Dimension=0, Extent=8, {{.*}}Remark="not decided: argument 1 is 'memref<8xf32>', in the original 'memref<?xf32>': it takes for granted that extent 0 is 8
func.func @static(%A: memref<?xf32>, %B: memref<8xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// CHECK-DAG: Function=other_space | Argument=1, {{.*}}Remark="not decided: argument 1 is 'memref<?xf32, 1>', in the original 'memref<?xf32>'
func.func @other_space(%A: memref<?xf32>, %B: memref<?xf32, 1>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32, 1>
  }
  return
}

// CHECK-DAG: Function=fewer | Arguments=2, OriginalArguments=3, Remark="not decided: it has 2 arguments, of the 3 that the original has
func.func @fewer(%A: memref<?xf32>, %B: memref<?xf32>)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=cast | Dimension=0, Extent=4, Obligation=storage, Remark="storage not decided: the cast takes for granted that extent 0 is 4
func.func @cast(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %v = memref.cast %B : memref<?xf32> to memref<4xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %v[%i] : memref<4xf32>
  }
  return
}
