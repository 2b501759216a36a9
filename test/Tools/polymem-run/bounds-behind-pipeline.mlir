// Accesses are checked behind a pipeline that keeps them, here with a fault put in; of one
// that lowers them to addresses it is said that they are not.

// DEFINE: %{run} = polymem-run %s --compare --sizes=N=4
// RUN: not %{run} --check-bounds --pipeline='test-polymem-mutate{fault=shift-subscript},polymem-to-cpu{emit=loops}' 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: copy: N=4: ERROR: Runtime op verification failed
// CHECK: out-of-bounds access

// RUN: %{run} --check-bounds --pipeline=polymem-to-cpu 2>&1 | FileCheck %s --check-prefix=LOWERED
// LOWERED: polymem-run: warning: copy: --check-bounds checks nothing: the pipeline has lowered the accesses
// LOWERED-NOT: warning

// RUN: %{run} --pipeline=polymem-to-cpu 2>&1 | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED-NOT: warning
// UNCHECKED: copy: N=4: identical

func.func @copy(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
