// RUN: polymem-opt %s -split-input-file -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-map-sequential,polymem-warn-launches))"

func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  // expected-warning@+1 {{no kernel is made of function 'matmul': linalg.matmul is no loop; run 'polymem-from-linalg' first}}
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

// -----

func.func @tensors(%A: tensor<8x8xf32>, %B: tensor<8x8xf32>, %C: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-warning@+1 {{no kernel is made of function 'tensors': linalg.matmul works on tensors; run 'polymem-from-linalg' first}}
  %D = linalg.matmul ins(%A, %B : tensor<8x8xf32>, tensor<8x8xf32>) outs(%C : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %D : tensor<8x8xf32>
}

// -----

func.func private @other(f32)
func.func @call(%A: memref<?xf32>, %N: index) {
  // expected-warning@+1 {{no kernel is made of function 'call': func.call stays on the host: it calls a function}}
  affine.for %i = 0 to %N {
    %a = affine.load %A[0] : memref<?xf32>
    func.call @other(%a) : (f32) -> ()
  }
  return
}

// -----

// Nothing to do.
func.func @nothing(%A: memref<?xf32>) {
  return
}
