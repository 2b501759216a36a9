// Beside a copy that computes, a store into the buffer is no element that was copied: to load it is wrong, even if
// the product with what is stored is what the original computes. A cell that nobody loads may be stored to.
//
// RUN: split-file %s %t
// RUN: polymem-opt %t/proved.mlir --polymem-check=strict -o /dev/null
// RUN: not polymem-opt %t/wrong.mlir --polymem-check=print -o /dev/null 2>&1 | FileCheck %t/wrong.mlir

//--- proved.mlir

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (16)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
func.func @before(%alpha: f32, %beta: f32, %A: memref<16xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = arith.mulf %alpha, %x : f32
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

func.func @after(%alpha: f32, %beta: f32, %A: memref<16xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %zero = arith.constant 0.0 : f32
  %b = scratch.alloc() : memref<16xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<16xf32> to memref<16xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %alpha, %x : f32
    scratch.element %y : f32
  }
  affine.for %i = 8 to 16 {
    affine.store %zero, %b[%i] : memref<16xf32, #m>
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<16xf32, #m>
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

//--- wrong.mlir

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#most = affine_set<(d0) : (d0 >= 0, -d0 + 6 >= 0)>
func.func @before(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[7] : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %alpha, %x : f32
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// The last element is alpha * 0, which is no 0 if alpha is infinite.
// CHECK: check @stored
// CHECK: {{VIOLATED|REFUSED}}: S0[7]
func.func @stored(%alpha: f32, %beta: f32, %A: memref<8xf32>, %B: memref<8xf32>)
    attributes {polymem.origin = @before} {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[7] : memref<8xf32>
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#most]() : memref<8xf32> to memref<8xf32, #m> computing {
  ^bb0(%x: f32):
    %y = arith.mulf %alpha, %x : f32
    scratch.element %y : f32
  }
  affine.store %zero, %b[7] : memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    %y = affine.load %b[%i] : memref<8xf32, #m>
    %w = arith.addf %y, %beta : f32
    %z = scratch.origin "S0"[%i] %w : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}
