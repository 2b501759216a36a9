// RUN: polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023" --remarks-filter=polymem-tile --remark-format=emitRemark 2>&1 | FileCheck %s

// ORACLES P4, tiling legality: with the distance (1, 1) both loops may be tiled; not where
// it is negative in one of them, though the first one makes it lexicographically positive.
// (A distance of (-1, -1) is that of a dependence seen from its end.)

// CHECK: remark: [Missed] IllegalTile {{.*}}Function=against
// CHECK-LABEL: func.func @along
// CHECK: scratch.tile (%{{.*}}, %{{.*}}) =
// CHECK-SAME: prem.plan = #prem.plan<tile = [3, 2]
func.func @along(%A: memref<9x9xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i - 1, %j - 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  } {prem.plan = #prem.plan<tile = [3, 2]>}
  return
}

// CHECK-LABEL: func.func @against
// CHECK-NOT: scratch.tile
func.func @against(%A: memref<9x9xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  } {prem.plan = #prem.plan<tile = [3, 2]>}
  return
}
