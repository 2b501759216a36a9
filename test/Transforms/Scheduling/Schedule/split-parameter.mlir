// The face is where a loop has the value of a parameter, which may be outside of its bounds.

// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check --backwards \
// RUN:   --sizes=N=9,M=0 --sizes=N=9,M=4 --sizes=N=9,M=8 --sizes=N=1,M=0 --pipeline=polymem-schedule

// CHECK-LABEL: func @element
// CHECK:      affine.for {{.*}} {
// CHECK-NOT:    affine.for
// CHECK:      } {scratch.loop = {{.*}}parallel = true>}
// CHECK:      affine.if
// CHECK:        affine.store
// CHECK:      affine.for {{.*}} {
// CHECK-NOT:    affine.for
// CHECK:      } {scratch.loop = {{.*}}parallel = true>}
// CHECK-NEXT: return
func.func @element(%A: memref<?xf32> {polymem.shape = ["N"]}, %m: index {polymem.param = "M"}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[symbol(%m)] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
