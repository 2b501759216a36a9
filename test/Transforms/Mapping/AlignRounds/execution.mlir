// Rounds of threads along a diagonal, in tiles and in parts of them: the same bits, also where the matrix ends first.
// DEFINE: %{sizes} = --sizes=N=41 --sizes=N=64 --sizes=N=70 --sizes=N=3
// RUN: polymem-run %s --entry=rest %{sizes} --compare --emulate --pipeline='polymem-to-emulator{warnings=false}'
// RUN: polymem-run %s --entry=rest %{sizes} --compare --emulate --pipeline='polymem-to-emulator{warnings=false sizes=8,32,16 schedule=always}'
// RUN: polymem-opt %s --polymem-to-ptx=warnings=false -o /dev/null --remarks-filter=polymem-align-rounds --remark-policy=all 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx='warnings=false align-rounds=false' -o /dev/null --remarks-filter=polymem-align-rounds --remark-policy=all 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// OFF-NOT: Aligned
// CHECK-COUNT-2: Aligned
func.func @rest(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                %P: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = max affine_map<(d0, d1) -> (d0 + 1, d1 + 1)>(%i, %j) to %N {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = affine.load %P[%i, %j] : memref<?x?xf32>
        %q = arith.mulf %a, %b : f32
        %s = arith.addf %p, %q : f32
        affine.store %s, %P[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
