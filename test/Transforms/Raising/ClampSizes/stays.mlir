// RUN: polymem-opt %s > %t.before
// RUN: polymem-opt %s --polymem-clamp-sizes --remarks-filter=polymem-clamp-sizes --remark-format=emitRemark 2> %t.remarks | diff %t.before -
// RUN: FileCheck %s < %t.remarks
// CHECK: NotClamped {{.*}} something else than for 0: affine.for

// Where a negative size is not the same as 0: a loop that has iterations for
// it, a subscript or condition outside of loops that have none, and a value.

func.func @from_below(%n: i32, %A: memref<?xf32>, %x: f32) {
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = -3 to %0 {
    affine.store %x, %A[%i + 3] : memref<?xf32>
  }
  return
}

func.func @to_more(%n: i32, %A: memref<?xf32>, %x: f32) {
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 2)>()[%0] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

func.func @lower(%n: i32, %A: memref<?xf32>, %x: f32) {
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = %0 to 10 {
    affine.store %x, %A[%i + 10] : memref<?xf32>
  }
  return
}

func.func @twice(%n: i32, %A: memref<?xf32>, %x: f32) {
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 2 + s0)>()[%0] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

func.func @subscript(%n: i32, %A: memref<?xf32>, %x: f32, %m: index) {
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %0 {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i - symbol(%0)] : memref<?xf32>
  }
  return
}

func.func @condition(%n: i32, %A: memref<?xf32>, %x: f32) {
  %0 = arith.index_cast %n : i32 to index
  affine.if affine_set<()[s0] : (s0 + 5 >= 0)>()[%0] {
    affine.for %i = 0 to %0 {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}

func.func @value(%n: i32, %A: memref<?xindex>) {
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = 0 to 10 {
    affine.store %0, %A[%i] : memref<?xindex>
  }
  return
}
