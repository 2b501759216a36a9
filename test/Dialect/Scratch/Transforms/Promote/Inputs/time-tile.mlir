#map = affine_map<()[s0] -> ((s0 + 1) floordiv 2)>
#map1 = affine_map<(d0) -> (d0 floordiv 2)>
#map2 = affine_map<(d0)[s0] -> ((d0 * 4 + s0 + 5) floordiv 8 + 1)>
#map3 = affine_map<(d0, d1, d2) -> (d0 * 2)>
#map4 = affine_map<(d0, d1, d2) -> (d0 * 2 + 4)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d1 * 8 - d3 * 2, d3 * 2 - (d0 - d1) * 8 - 7)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d1 * 8 - d3 * 2 + 8, d3 * 2 - (d0 - d1) * 8 + 1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - d3 * 2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - d3 * 2 + 8)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d1 * 8 - (d3 * 2 + 1), d3 * 2 - (d0 - d1) * 8 - 6)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d1 * 8 - (d3 * 2 + 1) + 8, d3 * 2 - (d0 - d1) * 8 + 2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - (d3 * 2 + 1))>
#map12 = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - (d3 * 2 + 1) + 8)>
#set = affine_set<()[s0, s1] : (s0 - 1 >= 0, s1 - 3 >= 0)>
#set1 = affine_set<(d0, d1, d2)[s0, s1] : (-d0 + s0 - 1 >= 0, d0 >= 0, -d1 + s1 - 2 >= 0, d1 - 1 >= 0, -d2 + s1 - 2 >= 0, d2 - 1 >= 0)>
module {
  func.func @jacobi(%arg0: index, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg1, %c0 : memref<?x?xf32>
    affine.if #set()[%arg0, %dim] {
      affine.if #set()[%arg0, %dim] {
        affine.for %arg3 = -1 to #map()[%arg0] {
          %0 = affine.apply #map1(%arg3)
          %1 = affine.apply #map2(%arg3)[%dim]
          %c1 = arith.constant 1 : index
          scratch.tile (%i) = (%0) to (%1) step (%c1) mapping [#gpu.block<x>] {
            %2 = affine.apply #map1(%arg3)
            %3 = affine.apply #map2(%arg3)[%dim]
            %c1_0 = arith.constant 1 : index
            scratch.tile (%i_1) = (%2) to (%3) step (%c1_0) {
              affine.for %arg4 = #map3(%arg3, %i, %i_1) to #map4(%arg3, %i, %i_1) {
                %4 = affine.max #map5(%arg3, %i, %i_1, %arg4)
                %5 = affine.min #map6(%arg3, %i, %i_1, %arg4)
                %c1_2 = arith.constant 1 : index
                %6 = affine.apply #map7(%arg3, %i, %i_1, %arg4)
                %7 = affine.apply #map8(%arg3, %i, %i_1, %arg4)
                %c1_3 = arith.constant 1 : index
                scratch.tile (%i_6, %j) = (%4, %6) to (%5, %7) step (%c1_2, %c1_3) mapping [#gpu.thread<y>, #gpu.thread<x>] {
                  affine.if #set1(%arg4, %i_6, %j)[%arg0, %dim] {
                    %12 = affine.load %arg1[%i_6 - 1, %j] : memref<?x?xf32>
                    %13 = affine.load %arg1[%i_6 + 1, %j] : memref<?x?xf32>
                    %14 = affine.load %arg1[%i_6, %j - 1] : memref<?x?xf32>
                    %15 = affine.load %arg1[%i_6, %j + 1] : memref<?x?xf32>
                    %16 = affine.load %arg1[%i_6, %j] : memref<?x?xf32>
                    %17 = arith.addf %12, %13 : f32
                    %18 = arith.addf %14, %15 : f32
                    %19 = arith.addf %17, %18 : f32
                    %20 = arith.addf %19, %16 : f32
                    affine.store %20, %arg2[%i_6, %j] : memref<?x?xf32>
                  }
                }
                %8 = affine.max #map9(%arg3, %i, %i_1, %arg4)
                %9 = affine.min #map10(%arg3, %i, %i_1, %arg4)
                %c1_4 = arith.constant 1 : index
                %10 = affine.apply #map11(%arg3, %i, %i_1, %arg4)
                %11 = affine.apply #map12(%arg3, %i, %i_1, %arg4)
                %c1_5 = arith.constant 1 : index
                scratch.tile (%i_6, %j) = (%8, %10) to (%9, %11) step (%c1_4, %c1_5) mapping [#gpu.thread<y>, #gpu.thread<x>] {
                  affine.if #set1(%arg4, %i_6, %j)[%arg0, %dim] {
                    %12 = affine.load %arg2[%i_6 - 1, %j] : memref<?x?xf32>
                    %13 = affine.load %arg2[%i_6 + 1, %j] : memref<?x?xf32>
                    %14 = affine.load %arg2[%i_6, %j - 1] : memref<?x?xf32>
                    %15 = affine.load %arg2[%i_6, %j + 1] : memref<?x?xf32>
                    %16 = affine.load %arg2[%i_6, %j] : memref<?x?xf32>
                    %17 = arith.addf %12, %13 : f32
                    %18 = arith.addf %14, %15 : f32
                    %19 = arith.addf %17, %18 : f32
                    %20 = arith.addf %19, %16 : f32
                    affine.store %20, %arg1[%i_6, %j] : memref<?x?xf32>
                  }
                }
              }
            }
          }
        }
      }
    }
    return
  }
}

