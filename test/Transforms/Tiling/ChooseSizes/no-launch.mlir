// Without a launch there is nothing to compare: a remark says so, and nothing changes. What the
// trial says in diagnostics is not the user's concern.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-choose-sizes{pipeline="canonicalize"}))' --remarks-filter='polymem.*' --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// CHECK-NOT: polymem.
// REMARK: remark: {{.*}}NoLaunch{{.*}}sizes stay: no variant of 3 became a launch that fits
func.func @scale(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
