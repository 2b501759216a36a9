// The budget ends before it is known which parameters a conflict set has:
// limits of quotients were asked of a domain without parameters.
// RUN: polymem-run %s --compare --uninterpreted --check-bounds \
// RUN:   --sizes=M=0,N=0 --sizes=M=1,N=3 \
// RUN:   --pipeline='polymem-schedule{max-isl-operations=50000 fusion=max},polymem-contract-arrays{max-isl-operations=50000},convert-scratch-to-memref'

#map = affine_map<()[s0, s1] -> (s0 + 4)>
#map1 = affine_map<()[s0, s1] -> (9)>
#map2 = affine_map<()[s0, s1] -> (5)>
#map3 = affine_map<(d0, d1, d2) -> (d0 + d1 * 3 + d2 * 5)>
#map4 = affine_map<()[s0, s1] -> (1)>
#map5 = affine_map<()[s0, s1] -> (4)>
#map6 = affine_map<(d0)[s0, s1] -> (2)>
#map7 = affine_map<(d0)[s0, s1] -> (s0 + 2)>
#map8 = affine_map<(d0)[s0, s1] -> (0)>
#map9 = affine_map<(d0)[s0, s1] -> (s0)>
module {
  func.func @f(%arg0: memref<?xf64> {polymem.shape = ["N + 10"]}, %arg1: index {polymem.param = "N"}, %arg2: index {polymem.param = "M"}) {
    %cst = arith.constant 5.000000e-01 : f64
    %0 = affine.apply #map()[%arg1, %arg2]
    %alloc = memref.alloc(%0) : memref<?x9x5xf32>
    affine.for %arg3 = 0 to #map()[%arg1, %arg2] {
      affine.for %arg4 = 0 to #map1()[%arg1, %arg2] {
        affine.for %arg5 = 0 to #map2()[%arg1, %arg2] {
          %1 = affine.apply #map3(%arg3, %arg4, %arg5)
          %2 = arith.index_cast %1 : index to i32
          %3 = arith.sitofp %2 : i32 to f32
          affine.store %3, %alloc[%arg3, %arg4, %arg5] : memref<?x9x5xf32>
        }
      }
    }
    affine.for %arg3 = #map4()[%arg1, %arg2] to #map5()[%arg1, %arg2] {
      %1 = affine.load %alloc[%arg3, 0, 0] : memref<?x9x5xf32>
      %2 = arith.extf %1 : f32 to f64
      %3 = arith.index_cast %arg3 : index to i32
      %4 = arith.sitofp %3 : i32 to f64
      %5 = arith.addf %2, %4 : f64
      %6 = arith.truncf %5 : f64 to f32
      affine.store %6, %alloc[%arg3, %arg3 - 1, 0] : memref<?x9x5xf32>
      affine.for %arg4 = #map6(%arg3)[%arg1, %arg2] to #map7(%arg3)[%arg1, %arg2] {
        affine.for %arg5 = #map8(%arg4)[%arg1, %arg2] to #map9(%arg4)[%arg1, %arg2] {
          %13 = affine.load %alloc[0, %arg3, (%arg3 - 1) floordiv 4] : memref<?x9x5xf32>
          %14 = arith.extf %13 : f32 to f64
          %15 = arith.minimumf %5, %14 : f64
          %16 = affine.load %alloc[0, 0, 0] : memref<?x9x5xf32>
          %17 = arith.extf %16 : f32 to f64
          %18 = arith.mulf %15, %17 : f64
          affine.store %18, %arg0[(%arg3 - 1) * 2 + 2] : memref<?xf64>
        }
        %7 = affine.load %alloc[%arg3 - 1, %arg3 - 1, %arg3] : memref<?x9x5xf32>
        %8 = arith.extf %7 : f32 to f64
        %9 = affine.load %alloc[%arg3 - 1, (%arg3 - 1) * 2 + 1, (%arg3 - 1) floordiv 4] : memref<?x9x5xf32>
        %10 = arith.extf %9 : f32 to f64
        %11 = arith.addf %8, %10 : f64
        %12 = arith.mulf %11, %cst : f64
        affine.store %12, %arg0[%arg4] : memref<?xf64>
      }
    }
    return
  }
}
