// RUN: polymem-opt %s --polymem-check -o /dev/null \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=Function=apart

// Layouts that give several elements one cell, or may do so, are not taken for
// arrays that keep their elements apart.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=remainder | Remark="not decided: 'memref.alloc': elements of 'mem0' may share cells: its layout is not known to keep them apart
func.func @remainder(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8xf32, affine_map<(d0) -> (d0 mod 2)>>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<8xf32, affine_map<(d0) -> (d0 mod 2)>>
  }
  affine.for %i = 0 to 8 {
    %u = affine.load %t[%i] : memref<8xf32, affine_map<(d0) -> (d0 mod 2)>>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=no_stride | Remark="not decided: 'memref.alloc': elements of 'mem0' may share cells: its layout is not known to keep them apart
func.func @no_stride(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8xf32, strided<[0]>>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<8xf32, strided<[0]>>
  }
  affine.for %i = 0 to 8 {
    %u = affine.load %t[%i] : memref<8xf32, strided<[0]>>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=overlapping_rows | Remark="not decided: 'memref.alloc': elements of 'mem0' may share cells: its layout is not known to keep them apart
func.func @overlapping_rows(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8x8xf32, strided<[7, 1]>>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i, 0] : memref<8x8xf32, strided<[7, 1]>>
  }
  affine.for %i = 0 to 8 {
    %u = affine.load %t[%i, 0] : memref<8x8xf32, strided<[7, 1]>>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: Function=unknown_stride | Remark="not decided: 'memref.alloc': elements of 'mem0' may share cells: its layout is not known to keep them apart
func.func @unknown_stride(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc()[%n] : memref<8x8xf32, strided<[?, 1]>>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i, 0] : memref<8x8xf32, strided<[?, 1]>>
  }
  affine.for %i = 0 to 8 {
    %u = affine.load %t[%i, 0] : memref<8x8xf32, strided<[?, 1]>>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

func.func @before_argument(%A: memref<?xf32>, %B: memref<?xf32, strided<[0]>>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32, strided<[0]>>
  }
  return
}

// CHECK-DAG: Function=argument | Remark="not decided: in the original: 'func.func': elements of 'arg1' may share cells: its layout is not known to keep them apart
func.func @argument(%A: memref<?xf32>, %B: memref<?xf32, strided<[0]>>, %n: index)
    attributes {polymem.origin = @before_argument} {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32, strided<[0]>>
  }
  return
}

func.func @before_argument_rows(%A: memref<?xf32>, %B: memref<?x4xf32, strided<[3, 1]>>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i, 0] : memref<?x4xf32, strided<[3, 1]>>
  }
  return
}

// CHECK-DAG: Function=argument_rows | Remark="not decided: in the original: 'func.func': elements of 'arg1' may share cells: its layout is not known to keep them apart
func.func @argument_rows(%A: memref<?xf32>, %B: memref<?x4xf32, strided<[3, 1]>>, %n: index)
    attributes {polymem.origin = @before_argument_rows} {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i, 0] : memref<?x4xf32, strided<[3, 1]>>
  }
  return
}

func.func @before_argument_columns(%A: memref<?xf32>, %B: memref<?x4xf32, strided<[?, 0]>>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i, 0] : memref<?x4xf32, strided<[?, 0]>>
  }
  return
}

// CHECK-DAG: Function=argument_columns | Remark="not decided: in the original: 'func.func': elements of 'arg1' may share cells: its layout is not known to keep them apart
func.func @argument_columns(%A: memref<?xf32>, %B: memref<?x4xf32, strided<[?, 0]>>, %n: index)
    attributes {polymem.origin = @before_argument_columns} {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i, 0] : memref<?x4xf32, strided<[?, 0]>>
  }
  return
}

func.func @apart_rows(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8x8xf32, strided<[8, 1]>>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i, 0] : memref<8x8xf32, strided<[8, 1]>>
  }
  affine.for %i = 0 to 8 {
    %u = affine.load %t[%i, 0] : memref<8x8xf32, strided<[8, 1]>>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

func.func @apart_permuted(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8x1xf32, affine_map<(d0, d1) -> (d1, d0)>>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i, 0] : memref<8x1xf32, affine_map<(d0, d1) -> (d1, d0)>>
  }
  affine.for %i = 0 to 8 {
    %u = affine.load %t[%i, 0] : memref<8x1xf32, affine_map<(d0, d1) -> (d1, d0)>>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

func.func @apart_whole_remainder(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8xf32, affine_map<(d0) -> (d0 mod 8)>>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<8xf32, affine_map<(d0) -> (d0 mod 8)>>
  }
  affine.for %i = 0 to 8 {
    %u = affine.load %t[%i] : memref<8xf32, affine_map<(d0) -> (d0 mod 8)>>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}
