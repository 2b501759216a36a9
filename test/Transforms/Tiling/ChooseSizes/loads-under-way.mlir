// More rows than make a block of 16 for each core: tiles of fewer rows are tried, too, for as many
// blocks as have enough loads under way, but not with rows shorter than a transaction.
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged assume=M=3000,N=4000" --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// CHECK: tiles of 16 or {{.*}}, sequential 128, blocks of 256x1: {{.*}}; 3 variants
func.func @rows(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  return
}
