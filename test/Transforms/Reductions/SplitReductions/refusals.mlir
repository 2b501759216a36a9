// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s

// What is no reduction stays as it is.

// CHECK-NOT: alloca
// CHECK-NOT: step 16384

// The sum so far is used.
func.func @scan(%A: memref<?xi32>, %B: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
    affine.store %t, %B[%i] : memref<?xi32>
  }
  return
}

// It is read from memory.
func.func @scan_memory(%A: memref<?xi32>, %B: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
    %u = affine.load %S[] : memref<i32>
    affine.store %u, %B[%i] : memref<?xi32>
  }
  return
}

// It is read in the only iteration that adds to it: nothing is carried then.
func.func @once(%A: memref<?xi32>, %B: memref<?xi32>, %S: memref<2xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    affine.if affine_set<(d0) : (d0 - 5 == 0)>(%i) {
      %s = affine.load %S[0] : memref<2xi32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %S[0] : memref<2xi32>
      %u = affine.load %S[0] : memref<2xi32>
      affine.store %u, %B[%i] : memref<?xi32>
    }
  }
  return
}

// The old sum is used.
func.func @used_twice(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %s = affine.load %S[] : memref<i32>
    %d = arith.muli %s, %s : i32
    %t = arith.addi %s, %d : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}

// Some element of the array that is summed up is the sum.
func.func @own_element(%A: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %A[5] : memref<?xi32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %A[5] : memref<?xi32>
  }
  return
}

// Something else is carried, too.
func.func @recurrence(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}

// Two operations that are no group together.
func.func @two_kinds(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
    %u = affine.load %S[] : memref<i32>
    %v = arith.maxsi %u, %x : i32
    affine.store %v, %S[] : memref<i32>
  }
  return
}

func.func @mixed(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    %u = arith.muli %t, %x : i32
    affine.store %u, %S[] : memref<i32>
  }
  return
}

// The sum is subtracted.
func.func @alternating(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.subi %x, %s : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}

// The value of one cell goes to another.
func.func @moves(%A: memref<?xi32>, %S: memref<2xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[0] : memref<2xi32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[1] : memref<2xi32>
  }
  return
}

// Two loads before two stores: the second loses the first.
func.func @lost_update(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %r = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
    %u = arith.addi %r, %x : i32
    affine.store %u, %S[] : memref<i32>
  }
  return
}

// Floating-point additions that do not say that their order does not matter;
// of two, one.
func.func @ordered(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %x fastmath<contract> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

func.func @half_ordered(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %x : f32
    %u = arith.addf %t, %x fastmath<reassoc> : f32
    affine.store %u, %S[] : memref<f32>
  }
  return
}

// A loop inside is parallel: it is mapped.
func.func @parallel_inside(%A: memref<?x?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xi32>
      %y = arith.muli %x, %x : i32
      affine.store %y, %A[%i, %j] : memref<?x?xi32>
    }
    %s = affine.load %S[] : memref<i32>
    %z = affine.load %A[%i, 0] : memref<?x?xi32>
    %t = arith.addi %s, %z : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}

// The call may access the sum.
func.func private @unknown()
func.func @call(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
    func.call @unknown() : () -> ()
  }
  return
}

// Types whose neutral elements depend on the machine, or are many.
func.func @indices(%A: memref<?xindex>, %S: memref<index>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xindex>
    %s = affine.load %S[] : memref<index>
    %t = arith.maxsi %s, %x : index
    affine.store %t, %S[] : memref<index>
  }
  return
}

func.func @vectors(%A: memref<?xvector<4xf32>>, %S: memref<vector<4xf32>>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xvector<4xf32>>
    %s = affine.load %S[] : memref<vector<4xf32>>
    %t = arith.mulf %s, %x fastmath<reassoc> : vector<4xf32>
    affine.store %t, %S[] : memref<vector<4xf32>>
  }
  return
}

func.func @small_floats(%A: memref<?xf8E4M3FN>, %S: memref<f8E4M3FN>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf8E4M3FN>
    %s = affine.load %S[] : memref<f8E4M3FN>
    %t = arith.maximumf %s, %x fastmath<reassoc> : f8E4M3FN
    affine.store %t, %S[] : memref<f8E4M3FN>
  }
  return
}

// A loop in a tile has its place.
func.func @in_tile(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xi32>
      %s = affine.load %S[] : memref<i32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %S[] : memref<i32>
    }
  }
  return
}
