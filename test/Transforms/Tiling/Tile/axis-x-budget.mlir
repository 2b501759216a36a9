// Where the budget of isl operations ends while axis x is chosen, the pass ends,
// too. (polymem-fuzz, seed 1154716891937846999: it went on for 2^32 rounds)

// RUN: polymem-opt %s --polymem-tile="mapping=gpu max-isl-operations=50000" -o /dev/null
// RUN: polymem-opt %s --polymem-tile="mapping=gpu max-isl-operations=60000" -o /dev/null
// RUN: polymem-opt %s --polymem-tile="mapping=gpu max-isl-operations=40000" -o /dev/null

#map = affine_map<()[s0, s1] -> (s0 + 2)>
#map1 = affine_map<()[s0, s1] -> (s1 + 2)>
module {
  func.func @f(%arg0: memref<?x?x?xi64> {polymem.shape = ["N + 5", "M + 5", "N + 5"]}, %arg1: memref<?x?x?xi64> {polymem.shape = ["N + 5", "M + 5", "N + 5"]}, %arg2: index {polymem.param = "N"}, %arg3: index {polymem.param = "M"}) {
    affine.for %arg4 = 0 to 3 {
      affine.for %arg5 = 2 to #map()[%arg2, %arg3] {
        affine.for %arg6 = 2 to #map1()[%arg2, %arg3] {
          affine.for %arg7 = 2 to #map()[%arg2, %arg3] {
            %0 = affine.load %arg1[%arg5 - 1, %arg6 - 1, %arg7 - 1] : memref<?x?x?xi64>
            %1 = affine.load %arg1[%arg5 - 1, %arg6, %arg7] : memref<?x?x?xi64>
            %2 = arith.muli %0, %1 : i64
            %3 = affine.load %arg1[%arg5 - 1, %arg6 + 1, %arg7] : memref<?x?x?xi64>
            %4 = arith.muli %2, %3 : i64
            affine.store %4, %arg0[%arg5, %arg6, %arg7] : memref<?x?x?xi64>
          }
        }
      }
      affine.for %arg5 = 2 to #map()[%arg2, %arg3] {
        affine.for %arg6 = 2 to #map1()[%arg2, %arg3] {
          affine.for %arg7 = 2 to #map()[%arg2, %arg3] {
            %0 = affine.load %arg0[%arg5 + 1, %arg6 + 1, %arg7] : memref<?x?x?xi64>
            %1 = affine.load %arg0[%arg5, %arg6, %arg7] : memref<?x?x?xi64>
            %2 = arith.addi %0, %1 : i64
            %3 = affine.load %arg0[%arg5 + 1, %arg6 + 1, %arg7] : memref<?x?x?xi64>
            %4 = arith.addi %2, %3 : i64
            affine.store %4, %arg1[%arg5, %arg6, %arg7] : memref<?x?x?xi64>
          }
        }
      }
    }
    return
  }
}
