// Where sizes are not known, the first alternative is run and none is compared; a size that is given is known.
// DEFINE: %{size} =
// DEFINE: %{choose} = polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{only-known %{size} alternatives='polymem-tile{mapping=gpu sizes=2}|polymem-tile{mapping=gpu sizes=256}' pipeline='convert-scratch-to-gpu,lower-affine'}))" --remarks-filter=polymem-choose-passes --remark-format=emitRemark
// RUN: %{choose} 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=remark
// REDEFINE: %{size} = assume=N=100000
// RUN: %{choose} 2>&1 | FileCheck %s --check-prefix=KNOWN

// UNKNOWN: scratch.tile {{.*}} step (%c2) mapping [#gpu.block<x>]
// KNOWN: alternative 2 of 2
// KNOWN: scratch.tile {{.*}} step (%c256) mapping [#gpu.block<x>]
func.func @copy(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
