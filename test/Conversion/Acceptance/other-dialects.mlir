// What an upstream pass has to lower first, or nothing can.

// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-verify-input=target=cpu -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-cpu -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-ptx -o %t

func.func @linalg(%A: memref<16x16xf32>, %B: memref<16x16xf32>, %C: memref<16x16xf32>) {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{polymem-verify-input: 'linalg.matmul' cannot be lowered: apply 'polymem-from-linalg' first}}
    linalg.matmul ins(%A, %B : memref<16x16xf32>, memref<16x16xf32>) outs(%C : memref<16x16xf32>)
  }
  return
}

// -----

func.func @tensor(%n: index, %A: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    // expected-error @+1 {{a result of 'tensor.empty' has type 'tensor<?xf32>', which cannot be lowered: a tensor is no array in memory; apply 'polymem-from-linalg' first}}
    %t = tensor.empty(%n) : tensor<?xf32>
    %x = tensor.extract %t[%i] : tensor<?xf32>
    affine.store %x, %A[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @one_block(%A: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    memref.alloca_scope {
      // expected-error @+1 {{'affine.for' cannot be lowered: it becomes branches, for which 'memref.alloca_scope' has no room}}
      affine.for %j = 0 to 4 {
        %x = affine.load %A[%j] : memref<16xf32>
        affine.store %x, %A[%i] : memref<16xf32>
      }
    }
  }
  return
}

// -----

func.func @exchange(%A: memref<16xf32>, %v: f32) {
  affine.for %i = 0 to 16 {
    // expected-error @+1 {{'memref.generic_atomic_rmw' cannot be lowered: only integers are compared and exchanged in one go}}
    %y = memref.generic_atomic_rmw %A[%i] : memref<16xf32> {
    ^bb0(%o: f32):
      %n = arith.mulf %o, %v : f32
      memref.atomic_yield %n : f32
    }
  }
  return
}
