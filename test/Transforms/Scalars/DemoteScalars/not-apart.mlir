// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s

// A carried value has a cell of its own where the element that it ends up in
// may be accessed from the loop to the store.

// With `k = i`, the loop reads the element.
// CHECK-LABEL: func @read_in_loop
// CHECK: alloca() : memref<f32>
func.func @read_in_loop(%y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to affine_map<(i) -> (i + 1)>(%i) iter_args(%w = %a) -> f32 {
      %t = affine.load %y[%k] : memref<?xf32>
      %next = arith.subf %w, %t : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}

// And here it writes it.
// CHECK-LABEL: func @written_in_loop
// CHECK: alloca() : memref<f32>
func.func @written_in_loop(%y: memref<?xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to %n iter_args(%w = %a) -> f32 {
      affine.store %v, %y[%k] : memref<?xf32>
      %next = arith.addf %w, %w : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}

// The old value is read between the loop and the store.
// CHECK-LABEL: func @read_behind
// CHECK: alloca() : memref<f32>
func.func @read_behind(%y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to %n iter_args(%w = %a) -> f32 {
      %next = arith.addf %w, %w : f32
      affine.yield %next : f32
    }
    %old = affine.load %y[%i] : memref<?xf32>
    %sum = arith.addf %end, %old : f32
    affine.store %sum, %y[%i] : memref<?xf32>
  }
  return
}

// It is stored in some iterations only: it would be changed in all of them.
// CHECK-LABEL: func @not_always_stored
// CHECK: alloca() : memref<f32>
func.func @not_always_stored(%y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to %n iter_args(%w = %a) -> f32 {
      %next = arith.addf %w, %w : f32
      affine.yield %next : f32
    }
    affine.if affine_set<(i) : (i - 4 >= 0)>(%i) {
      affine.store %end, %y[%i] : memref<?xf32>
    }
  }
  return
}

// The element that another value is stored to holds nothing of the loop's.
// CHECK-LABEL: func @other_element
// CHECK: alloca() : memref<f32>
func.func @other_element(%y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to %n iter_args(%w = %a) -> f32 {
      %next = arith.addf %w, %w : f32
      affine.yield %next : f32
    }
    %sum = arith.addf %end, %end : f32
    affine.store %sum, %y[%i + 1] : memref<?xf32>
  }
  return
}

// What a call reads is not known.
// CHECK-LABEL: func @call
// CHECK: alloca() : memref<f32>
func.func private @look(memref<?xf32>)
func.func @call(%y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to %n iter_args(%w = %a) -> f32 {
      func.call @look(%y) : (memref<?xf32>) -> ()
      %next = arith.addf %w, %w : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}

// Whether a view of the array looks at the element is not known.
// CHECK-LABEL: func @view
// CHECK: alloca() : memref<f32>
func.func @view(%y: memref<?xf32>, %n: index) {
  %v = memref.cast %y : memref<?xf32> to memref<16xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %a) -> f32 {
      %t = affine.load %v[%k] : memref<16xf32>
      %next = arith.subf %w, %t : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}

// Elements of this layout share memory: `y[k]` may be `y[i]` though `k < i`.
// CHECK-LABEL: func @layout
// CHECK: alloca() : memref<f32>
func.func @layout(%y: memref<?xf32, affine_map<(d0) -> (d0 mod 2)>>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32, affine_map<(d0) -> (d0 mod 2)>>
    %end = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %a) -> f32 {
      %t = affine.load %y[%k] : memref<?xf32, affine_map<(d0) -> (d0 mod 2)>>
      %next = arith.subf %w, %t : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32, affine_map<(d0) -> (d0 mod 2)>>
  }
  return
}
