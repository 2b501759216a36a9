// RUN: polymem-opt %s > %t.before
// RUN: polymem-opt %s --polymem-expand-arrays=always > %t.after
// RUN: cmp %t.before %t.after

// Loads that may see what the nest has written: in a later iteration of the
// outermost loop, of the same iteration, behind the store, of an array of which somebody else has
// another name.

func.func @steps(%A: memref<?xf32>, %t: index, %n: index) {
  affine.for %s = 0 to %t {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i + 1] : memref<?xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}

func.func @same(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %k = affine_map<(i) -> (i)>(%i) to %n {
      %a = affine.load %A[%k, %i] : memref<?x?xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %A[%i, %i] : memref<?x?xf32>
    }
  }
  return
}

func.func @behind(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}

func.func @two_stores(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i + 1] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
    affine.store %b, %A[%i + 2] : memref<?xf32>
  }
  return
}

func.func @other_name(%A: memref<?xf32>, %n: index) {
  %B = memref.cast %A : memref<?xf32> to memref<8xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + 1] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
    affine.store %b, %B[%i + 1] : memref<8xf32>
  }
  return
}
