// What a copy computes of elements is computed of what is loaded; another factor is found, and so
// is a buffer that is not filled. Where copies of a buffer compute different things, it is not
// known which a load sees.
//
// RUN: split-file %s %t
// RUN: polymem-opt %t/proved.mlir --polymem-check=strict -o /dev/null
// RUN: not polymem-opt %t/wrong.mlir --polymem-check=print -o /dev/null 2>&1 | FileCheck %t/wrong.mlir
// RUN: polymem-opt %t/open.mlir --polymem-check=print -o /dev/null 2>&1 | FileCheck %t/open.mlir

//--- proved.mlir

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
func.func @before(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %alpha, %x : f32
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

func.func @after(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %alpha, %x : f32
    scratch.element %y : f32
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<8xf32, #m>
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

//--- wrong.mlir

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
#most = affine_set<(d0) : (d0 >= 0, -d0 + 6 >= 0)>
func.func @before(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %alpha, %x : f32
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// CHECK: check @factor
// CHECK: dataflow: VIOLATED: S0[0] uses
func.func @factor(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %beta, %x : f32
    scratch.element %y : f32
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<8xf32, #m>
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// CHECK: check @twice
// CHECK: expressions: VIOLATED
func.func @twice(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %alpha, %x : f32
    scratch.element %y : f32
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %b[%i] : memref<8xf32, #m>
    %y = arith.mulf %alpha, %v : f32
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// CHECK: check @part
// CHECK: dataflow: VIOLATED: S0[7] reads {{.*}} and gets undefined
func.func @part(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#most]() : memref<8xf32> to memref<8xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %alpha, %x : f32
    scratch.element %y : f32
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<8xf32, #m>
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

//--- open.mlir

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
func.func @before(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %alpha, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// CHECK: not decided: {{.*}}another copy computes something else
func.func @different(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %beta, %x : f32
    scratch.element %y : f32
  }
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %alpha, %x : f32
    scratch.element %y : f32
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<8xf32, #m>
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

func.func @integers(%k: i32, %A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.muli %k, %x : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}

// CHECK: not decided: {{.*}}by other than floating point
func.func @of_integers(%k: i32, %A: memref<8xi32>, %B: memref<8xi32>)
    attributes {polymem.origin = @integers} {
  %b = scratch.alloc() : memref<8xi32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xi32> to memref<8xi32, #m> computing {
  ^bb0(%x: i32):
    %y = arith.muli %k, %x : i32
    scratch.element %y : i32
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<8xi32, #m>
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}

func.func @sums(%A: memref<8xf32>, %B: memref<8xf32>, %one: f32) {
  %r = affine.for %i = 0 to 8 iter_args(%s = %one) -> f32 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %s, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
    %t = arith.addf %s, %one : f32
    %u = scratch.origin "S1"[%i] %t : f32
    affine.yield %u : f32
  }
  return
}

// The product is of the first round's value, and loaded in all rounds.
// CHECK: not decided: {{.*}}of values that are neither constants nor arguments
func.func @of_the_first_round(%A: memref<8xf32>, %B: memref<8xf32>, %one: f32)
    attributes {polymem.origin = @sums} {
  %b = scratch.alloc() : memref<8xf32, #m>
  %r = affine.for %i = 0 to 8 iter_args(%s = %one) -> f32 {
    affine.if affine_set<(d0) : (-d0 >= 0)>(%i) {
      scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
      ^bb0(%x: f32):
        %y = arith.mulf %s, %x : f32
        scratch.element %y : f32
      }
    }
    %y = affine.load %b[%i] : memref<8xf32, #m>
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
    %t = arith.addf %s, %one : f32
    %u = scratch.origin "S1"[%i] %t : f32
    affine.yield %u : f32
  }
  return
}
