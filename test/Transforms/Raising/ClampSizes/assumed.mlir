// RUN: polymem-opt %s --polymem-to-ptx='emit=cost output=%t assume=N=1000,M=2000' -o /dev/null \
// RUN:   --remarks-filter=polymem-choose-sizes --remark-format=emitRemark 2>&1 | FileCheck %s

// Sizes of type i32 have the values that are assumed of them: tiles are chosen.

// CHECK: [Analysis] Chosen
func.func @sum(%n: i32 {polymem.param = "N"}, %m: i32 {polymem.param = "M"}, %A: memref<?x?xf32>, %s: memref<?xf32>) {
  %0 = arith.index_cast %n : i32 to index
  %1 = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %0 {
    affine.for %j = 0 to %1 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %s[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %s[%i] : memref<?xf32>
    }
  }
  return
}
