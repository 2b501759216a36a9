// RUN: sed 's/"bytes-per-core": [0-9]*/"bytes-per-core": 4194304/' %polymem_src/machines/prem-gu2023.json > %t.json
// RUN: polymem-opt %s --polymem-to-prem='emit=plan machine=%t.json' | FileCheck %s

// ORACLES P4, thread groups of the lstm (3.4, Table 3.1): NS = 650 and NP = 700
// in tiles of 109 x 350, dealt to 3 x 1 groups, are 6 x 2 tiles, 12 segments; the ranges of
// an array of NS elements have 109 elements each, the last one 105 = 650 - 5 * 109.

// CHECK-LABEL: func.func @lstm
// CHECK-SAME: (%[[U:[a-z0-9]+]]: memref<650x700xf32>, %{{[a-z0-9]+}}: memref<700xf32>, %[[I:[a-z0-9]+]]: memref<650xf32>
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: prem.component (%{{.*}}, %{{.*}}) to (%[[C6]], %[[C2]]) groups [3, 1] {
// CHECK: prem.stream ro stream %[[U]] origin (d0, d1) -> (d0 * 109, d1 * 350) {{.*}} to memref<109x350xf32>
// CHECK: prem.stream rw stream %[[I]] origin (d0, d1) -> (d0 * 109) load #prem.box<lower = [(d0, d1) -> (d0 * 109)], upper = [(d0, d1) -> (d0 * 109 + 109, 650)]>
func.func @lstm(%U: memref<650x700xf32>, %inp: memref<700xf32>, %i: memref<650xf32>) {
  affine.for %s = 0 to 650 {
    affine.for %p = 0 to 700 {
      %in = affine.load %inp[%p] : memref<700xf32>
      %u = affine.load %U[%s, %p] : memref<650x700xf32>
      %prod = arith.mulf %u, %in : f32
      %old = affine.load %i[%s] : memref<650xf32>
      %new = arith.addf %old, %prod : f32
      affine.store %new, %i[%s] : memref<650xf32>
    }
  } {prem.plan = #prem.plan<tile = [109, 350], groups = [3, 1]>}
  return
}
