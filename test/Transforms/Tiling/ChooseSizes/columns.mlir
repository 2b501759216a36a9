// Sums of columns: a row of 4 is shorter than a transaction and is not staged, so that each thread would wait for
// its loads. Where so few rows would make a block for each core, 8 are tried first.
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged assume=M=1000,N=1000" --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// CHECK: tiles of 8 or {{.*}}, sequential 256, blocks of 256x1: {{.*}}; 3 variants
func.func @columns(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                   %y: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %j = 0 to %N {
    affine.for %i = 0 to %M {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %y[%j] : memref<?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %y[%j] : memref<?xf32>
    }
  }
  return
}
