// RUN: not polymem-opt %s --polymem-contract-arrays=strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not polymem-opt %s --polymem-contract-arrays="assume=n" 2>&1 | FileCheck %s --check-prefix=ASSUME
// RUN: polymem-opt %s --polymem-contract-arrays="max-isl-operations=10" --remarks-filter=polymem-contract-arrays 2>&1 | FileCheck %s --check-prefix=BUDGET

// STRICT: error: polymem-contract-arrays: mem0 stays as it is
// ASSUME: error: polymem-contract-arrays: assume: expected 'name=value', not 'n'
// BUDGET: [Failure] {{.*}}arrays stay as they are: the model needs more than 10 isl operations
// BUDGET: memref.alloc(
func.func @f(%A: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %t[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}
