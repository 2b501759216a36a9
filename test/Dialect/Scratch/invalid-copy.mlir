// RUN: polymem-opt %s -verify-diagnostics -split-input-file

#s = affine_set<(d0) : (d0 == 0)>
func.func @target(%A: memref<?xf32>, %B: memref<?xf32>) {
  // expected-error @+1 {{'scratch.copy_in' op target must be a buffer: a memref with a #scratch.mapping layout}}
  scratch.copy_in %A to %B over [#s]() : memref<?xf32> to memref<?xf32>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @source(%A: memref<?xf32>, %b: memref<?xf32, #m>) {
  // expected-error @+1 {{'scratch.copy_out' op source must be a buffer: a memref with a #scratch.mapping layout}}
  scratch.copy_out %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @element(%A: memref<?xf64>, %b: memref<?xf32, #m>) {
  // expected-error @+1 {{copies elements of type 'f64' to elements of type 'f32'}}
  scratch.copy_in %A to %b over [#s]() : memref<?xf64> to memref<?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @rank(%A: memref<?x?xf32>, %b: memref<?xf32, #m>) {
  // expected-error @+1 {{copies from rank 2 to rank 1}}
  scratch.copy_in %A to %b over [#s]() : memref<?x?xf32> to memref<?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @shape(%A: memref<8xf32>, %b: memref<4xf32, #m>) {
  // expected-error @+1 {{source and target differ in shape: a buffer has the logical shape of its array}}
  scratch.copy_in %A to %b over [#s]() : memref<8xf32> to memref<4xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
func.func @not_a_set(%A: memref<?xf32>, %b: memref<?xf32, #m>) {
  // expected-error @+1 {{sets must be integer sets, but one is 5 : i64}}
  scratch.copy_in %A to %b over [5]() : memref<?xf32> to memref<?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0, d1) : (d0 == 0)>
func.func @set_rank(%A: memref<?xf32>, %b: memref<?xf32, #m>) {
  // expected-error @+1 {{set has 2 dimensions, but the memrefs have rank 1}}
  scratch.copy_out %b to %A over [#s]() : memref<?xf32, #m> to memref<?xf32>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0)[s0] : (d0 - s0 == 0)>
func.func @set_symbols(%A: memref<?xf32>, %b: memref<?xf32, #m>, %n: index) {
  // expected-error @+1 {{set has 1 symbols, but the copy has 2}}
  scratch.copy_in %A to %b over [#s](%n, %n) : memref<?xf32> to memref<?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 mod 0 == 0)>
func.func @divisor(%A: memref<?xf32>, %b: memref<?xf32, #m>) {
  // expected-error @+1 {{divides by 0: divisors must be positive}}
  scratch.copy_in %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @computing_asynchronously(%A: memref<?xf32>, %b: memref<?xf32, #m>) {
  // expected-error @+1 {{computes what the buffer gets, and cannot do so asynchronously}}
  %t = scratch.copy_in %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m> -> !scratch.token computing {
  ^bb0(%x: f32):
    scratch.element %x : f32
  }
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @computing_of_nothing(%A: memref<?xf32>, %b: memref<?xf32, #m>, %x: f32) {
  // expected-error @+1 {{needs a computation of one argument of type 'f32'}}
  scratch.copy_in %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m> computing {
    scratch.element %x : f32
  }
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @computing_another_type(%A: memref<?xf32>, %b: memref<?xf32, #m>, %y: f64) {
  // expected-error @+1 {{needs a computation that ends with 'scratch.element' of type 'f32'}}
  scratch.copy_in %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m> computing {
  ^bb0(%x: f32):
    scratch.element %y : f64
  }
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func @computing_with_effects(%A: memref<?xf32>, %b: memref<?xf32, #m>, %i: index) {
  scratch.copy_in %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m> computing {
  ^bb0(%x: f32):
    // expected-error @+1 {{may have effects, and cannot compute what a copied element becomes}}
    %y = memref.load %A[%i] : memref<?xf32>
    scratch.element %y : f32
  }
  return
}
