// What forbids to multiply while a buffer is filled. Nothing changes.
//
// RUN: polymem-opt %s --polymem-scale-copies --remarks-filter=polymem-scale-copies --remark-format=emitRemark -verify-diagnostics -o %t.after
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after
// RUN: not polymem-opt %s --polymem-scale-copies=strict 2>&1 | FileCheck %s
// CHECK: error: polymem-scale-copies: products are not computed while the buffer is filled

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
func.func @also_alone(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>) {
  // expected-remark@below {{some load from it is not used in one product alone}}
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %alpha, %x : f32
      %y = affine.load %b[7 - %i] : memref<8xf32, #m>
      %q = arith.addf %p, %y : f32
      affine.store %q, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

// expected-remark@below {{no buffer is loaded from for products alone}}
func.func @twice(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>) {
  // The first load has two uses: of buffers without a product alone nothing is said.
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %n = arith.negf %x : f32
      %p = arith.mulf %alpha, %x : f32
      %q = arith.addf %p, %n : f32
      affine.store %q, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

// expected-remark@below {{no buffer is loaded from for products alone}}
func.func @square(%A: memref<8xf32>, %C: memref<8x4xf32>) {
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %x, %x : f32
      affine.store %p, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

func.func @different(%alpha: f32, %beta: f32, %A: memref<8xf32>, %C: memref<8x4xf32>) {
  // expected-remark@below {{loads from it are multiplied by different values}}
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %alpha, %x : f32
      %y = affine.load %b[7 - %i] : memref<8xf32, #m>
      %q = arith.mulf %beta, %y : f32
      %s = arith.addf %p, %q : f32
      affine.store %s, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

func.func @other_order(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>) {
  // expected-remark@below {{loads from it are multiplied by different values}}
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %alpha, %x : f32
      %y = affine.load %b[7 - %i] : memref<8xf32, #m>
      %q = arith.mulf %y, %alpha : f32
      %s = arith.addf %p, %q : f32
      affine.store %s, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

func.func @once(%alpha: f32, %A: memref<8xf32>, %C: memref<8xf32>) {
  // expected-remark@below {{its elements are loaded once each}}
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    %x = affine.load %b[%i] : memref<8xf32, #m>
    %p = arith.mulf %alpha, %x : f32
    affine.store %p, %C[%i] : memref<8xf32>
  }
  return
}

func.func @written(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>) {
  // expected-remark@below {{'affine.store' uses it}}
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.store %alpha, %b[0] : memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %alpha, %x : f32
      affine.store %p, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

func.func @copied_on(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>, %D: memref<8xf32>) {
  // expected-remark@below {{'scratch.copy_out' uses it}}
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %alpha, %x : f32
      affine.store %p, %C[%i, %j] : memref<8x4xf32>
    }
  }
  scratch.copy_out %b to %D over [#all]() : memref<8xf32, #m> to memref<8xf32>
  return
}

func.func @asynchronous(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>) {
  // expected-remark@below {{an asynchronous copy fills it}}
  %b = scratch.alloc() : memref<8xf32, #m>
  %t = scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> -> !scratch.token
  scratch.wait %t
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %alpha, %x : f32
      affine.store %p, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

// expected-remark@below {{no buffer is loaded from for products alone}}
func.func @changes(%F: memref<8xf32>, %A: memref<8xf32>, %C: memref<8x4xf32>) {
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %f = affine.load %F[%j] : memref<8xf32>
      %p = arith.mulf %f, %x : f32
      affine.store %p, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

func.func @computed_before(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.addf %alpha, %alpha : f32
  scratch.tile (%t) = (%c0) to (%n) step (%c8) {
    // expected-remark@below {{what loads from it are multiplied by is neither a constant nor an argument of the function}}
    %b = scratch.alloc() : memref<8xf32, #m>
    scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        %x = affine.load %b[%i] : memref<8xf32, #m>
        %p = arith.mulf %f, %x : f32
        affine.store %p, %C[%i, %j] : memref<8x4xf32>
      }
    }
  }
  return
}
