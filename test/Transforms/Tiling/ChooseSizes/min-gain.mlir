// Sizes stay the machine's, and no others are tried, where the least that there could be does not
// save enough; a remark has the times all the same.
// DEFINE: %{launches} = polymem-tile{mapping=gpu},convert-scratch-to-gpu,lower-affine,canonicalize,cse
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-choose-sizes{min-gain=0.999 max-variants=3 pipeline="%{launches}"}))' --remarks-filter='polymem.*' --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// CHECK-NOT: polymem.
// REMARK:     remark: {{.*}}Chosen{{.*}}tiles of 256 or 32x32x4, sequential 32: [[OWN:[0-9.]+]] microseconds in the model, [[OWN]] for the machine's own sizes, at least {{[0-9.]+}} with any; 1 variants compared ([[OWN]])
// REMARK-NOT: remark: {{.*}}polymem-tile
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
