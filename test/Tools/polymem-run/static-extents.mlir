// Programs are executed once more at larger sizes only where sizes are extents of arrays: N is none, and the array
// has 100 elements.
// RUN: polymem-run %s --compare --uninterpreted --sizes=N=100 --pipeline=canonicalize | FileCheck %s
// CHECK: sum: N=100: identical

func.func @sum(%n: index {polymem.param = "N"}, %x: memref<100xf32>) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<100xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %x[%i] : memref<100xf32>
  }
  return
}
