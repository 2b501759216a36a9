// RUN: not polymem-run %s --compare --sizes=N=0 | FileCheck %s

// A local array of a negative size is an error of the program, not the end of the
// tool.
// CHECK: f (original): N=0: allocates a local array of {{[0-9]+}} bytes
func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  %less = arith.subi %N, %c1 : index
  %b = memref.alloc(%less) : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  memref.dealloc %b : memref<?xf32>
  return
}
