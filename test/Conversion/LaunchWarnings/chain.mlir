// The iterations of a chain are those of its parts together, of which one thread runs each.
//
// RUN: polymem-opt %s --polymem-to-ptx="assume=N=5000" -o /dev/null 2>&1 | FileCheck %s
// CHECK: warning: this nest runs on one thread, about 5120 iterations, one after another (assuming N = 5000): no loop of it was found to be parallel
// CHECK-NOT: warning

func.func @sum(%a: memref<?xf32> {polymem.shape = ["N"]}, %r: memref<1xf32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %x = affine.load %a[%i] : memref<?xf32>
    %s = affine.load %r[0] : memref<1xf32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %r[0] : memref<1xf32>
  }
  return
}
