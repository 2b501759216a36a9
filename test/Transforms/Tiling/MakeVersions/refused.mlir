// Functions with results, with several blocks, and without sizes have no versions; a remark says why, and a
// warning where there are sizes.
// RUN: polymem-opt %s --polymem-make-versions=sizes=16,64 --remarks-filter='polymem-make-versions' --remark-format=emitRemark > %t 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: FileCheck %s --check-prefix=IR < %t
// IR-NOT: polymem.
// RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not=warning: < %t.remarks
// WARNING: warning: polymem-make-versions: there are no versions for classes of sizes: it has results
// WARNING: warning: polymem-make-versions: there are no versions for classes of sizes: it has several blocks

// CHECK: NoVersions {{.*}} Function=result {{.*}} it has results
func.func @result(%A: memref<?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return %x : f32
}

// CHECK: NoVersions {{.*}} Function=blocks {{.*}} it has several blocks
func.func @blocks(%A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  cf.br ^end
^end:
  return
}

// CHECK: NoVersions {{.*}} Function=constant {{.*}} no size of it is an argument
func.func @constant(%A: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.store %x, %A[%i] : memref<64xf32>
  }
  return
}
