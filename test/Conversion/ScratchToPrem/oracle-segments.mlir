// RUN: sed 's/"bytes-per-core": [0-9]*/"bytes-per-core": 4194304/' %polymem_src/machines/prem-gu2023.json > %t.json
// RUN: sed 's/#prem.plan<.*>/#prem.plan<tile = [32, 7, 28, 16], groups = [4, 2, 1, 1]>/' %polymem_src/benchmarks/prem/googlenet.mlir > %t.mlir
// RUN: polymem-opt %t.mlir --polymem-to-prem='emit=plan machine=%t.json' | FileCheck %s

// ORACLES P4, the cnn of Table 6.6 (128/28/28/96, 3 x 3) in tiles of 32/7/28/16
// on 4/2/1 groups: 4 x 4 x 1 x 6 = 96 tiles, 12 on each of 8 cores; with the
// segment that begins a core's, 8 * 13 = 104 segments. A range of the input has
// a halo of two: 9 x 30 elements of 16 channels.

// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[D4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK: prem.component ({{.*}}) to (%[[C4]], %[[D4]], %[[C1]], %[[C6]]) groups [4, 2, 1, 1] {
// CHECK-DAG: to memref<32x7x28xf32>
// CHECK-DAG: to memref<32x16x3x3xf32>
// CHECK-DAG: to memref<16x9x30xf32>
