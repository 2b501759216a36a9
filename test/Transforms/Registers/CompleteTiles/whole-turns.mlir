// All that is behind the border is in dimensions that wrap around: whole turns, and nothing else bounds the box. (Found by the fuzzer.)
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{block-sizes=8,6,4 sizes=4,6,2 mapping=gpu},scratch-promote{promote-all},scratch-pipeline,polymem-complete-tiles{block-size=2,2}))' | FileCheck %s
// CHECK-LABEL: func.func @f(

#map = affine_map<()[s0, s1] -> (s0 - 2)>
#map1 = affine_map<(d0)[s0, s1] -> (s0)>
module {
  func.func @f(%arg0: memref<?xf64> {polymem.shape = ["N + 1"]}, %arg1: memref<?x?xf64> {polymem.shape = ["N + 2", "N + 1"]}, %arg2: index {polymem.param = "N"}, %arg3: index {polymem.param = "M"}) {
    affine.for %arg4 = 0 to #map()[%arg2, %arg3] step 2 {
      affine.for %arg5 = 0 to #map1(%arg4)[%arg2, %arg3] {
        %0 = affine.load %arg0[%arg4] : memref<?xf64>
        affine.store %0, %arg1[%arg5, %arg4] : memref<?x?xf64>
      }
    }
    return
  }
}
