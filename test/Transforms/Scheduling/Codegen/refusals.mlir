// RUN: polymem-opt %s -polymem-codegen -allow-unregistered-dialect -verify-diagnostics \
// RUN:   --remarks-filter=polymem-codegen --remark-format=emitRemark > %t.after
// RUN: polymem-opt %s -allow-unregistered-dialect > %t.before
// RUN: diff %t.before %t.after

// One function per refusal; none is changed.

// expected-remark@+1 {{'affine.parallel' carries values; demote them to memory first}}
func.func @reduction(%y: memref<4xf32>) -> f32 {
  %r = affine.parallel (%i) = (0) to (4) reduce ("addf") -> f32 {
    %v = affine.load %y[%i] : memref<4xf32>
    affine.yield %v : f32
  }
  return %r : f32
}

// expected-remark@+1 {{'scratch.tile' would lose what it says beyond its bounds}}
func.func @tile(%A: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    affine.store %x, %A[%o] : memref<?xf32>
  }
  return
}

func.func @branches(%c: i1) {
  // expected-remark@+1 {{'cf.cond_br' cannot be modelled}}
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  return
}

// expected-remark@+1 {{a value of 'memref.load' is used outside its statement}}
func.func @written_size(%N: memref<1xindex>, %A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  memref.store %c0, %N[%c0] : memref<1xindex>
  %n = memref.load %N[%c0] : memref<1xindex>
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// expected-remark@+1 {{the size of an allocation inside a loop depends on the loop}}
func.func @allocation_size(%A: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    %tmp = memref.alloc(%i) : memref<?xf32>
    affine.store %x, %tmp[0] : memref<?xf32>
    memref.dealloc %tmp : memref<?xf32>
  }
  return
}

// expected-remark@+1 {{'affine.if' yields values; demote them to memory first}}
func.func @yielded(%t: tensor<4xf32>, %u: tensor<4xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %r = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> tensor<4xf32> {
      affine.yield %t : tensor<4xf32>
    } else {
      affine.yield %u : tensor<4xf32>
    }
    "test.use"(%r) : (tensor<4xf32>) -> ()
  }
  return
}
