// RUN: polymem-opt %s --polymem-contract-arrays | FileCheck %s

// A candidate whose modulus is 0 at a sample divided by it. (Found by fuzzing, seed
// 70000013.)

// CHECK-LABEL: func.func @f
// CHECK: affine.for

#map = affine_map<()[s0, s1] -> (s0 * 2 + 4)>
#map1 = affine_map<()[s0, s1] -> (s0 + 2)>
#map2 = affine_map<()[s0, s1] -> (s0)>
#set = affine_set<(d0, d1)[s0, s1] : (d0 - 1 >= 0)>
module {
  func.func @f(%arg0: index {polymem.param = "N"}, %arg1: index {polymem.param = "M"}) {
    %0 = affine.apply #map()[%arg0, %arg1]
    %1 = affine.apply #map1()[%arg0, %arg1]
    %alloc = memref.alloc(%0, %1) : memref<?x?xbf16>
    affine.for %arg2 = 0 to 2 {
      affine.for %arg3 = 0 to #map1()[%arg0, %arg1] {
        %2 = arith.index_cast %arg2 : index to i32
        %3 = arith.sitofp %2 : i32 to bf16
        affine.store %3, %alloc[%arg2, %arg3] : memref<?x?xbf16>
      }
    }
    affine.for %arg2 = 0 to #map2()[%arg0, %arg1] {
      affine.if #set(%arg2, %arg2)[%arg0, %arg1] {
        %2 = affine.load %alloc[0, %arg2 + 2] : memref<?x?xbf16>
        affine.store %2, %alloc[0, %arg2 + 2] : memref<?x?xbf16>
      }
    }
    return
  }
}
