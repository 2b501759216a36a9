// RUN: polymem-opt %s --split-input-file --verify-diagnostics

func.func @part(%counter: memref<1xi32, strided<[1], offset: ?>>) {
  // expected-error @below {{'scratch.grid_barrier' op counts in one number, a memref<1xi32>, not in 'memref<1xi32, strided<[1], offset: ?>>'}}
  scratch.grid_barrier %counter : memref<1xi32, strided<[1], offset: ?>>
  return
}

// -----

func.func @several(%counter: memref<?xi32>) {
  // expected-error @below {{counts in one number, a memref<1xi32>, not in 'memref<?xi32>'}}
  scratch.grid_barrier %counter : memref<?xi32>
  return
}
