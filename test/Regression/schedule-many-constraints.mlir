// A dependence of 19 constraints: isl's scheduler eliminated its Farkas
// multipliers for longer than anybody waits, whatever its budget.

// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=M=0,N=0 \
// RUN:   --pipeline='builtin.module(func.func(polymem-schedule))' | FileCheck %s
// CHECK: f: M=0 N=0: identical

#map = affine_map<()[s0, s1] -> (0)>
#map1 = affine_map<()[s0, s1] -> (s1)>
#map2 = affine_map<(d0)[s0, s1] -> (0)>
#map3 = affine_map<(d0)[s0, s1] -> (s0, 5)>
#map4 = affine_map<(d0)[s0, s1] -> (s0 + 2, 5)>
#map5 = affine_map<(d0)[s0, s1] -> (0, d0 - 1)>
#map6 = affine_map<(d0)[s0, s1] -> (s1)>
#map7 = affine_map<(d0)[s0, s1] -> (0, d0 - 2)>
#map8 = affine_map<(d0)[s0, s1] -> (s1, d0 + 2)>
module {
  func.func @f(%arg0: memref<?x?x?xf16> {polymem.shape = ["N + M * 2 + 4", "M + 1", "N + M + 1"]}, %arg1: memref<?x?xf16> {polymem.shape = ["N + 2", "N + 2"]}, %arg2: memref<?x?xf16> {polymem.shape = ["N + M + 2", "N + 2"]}, %arg3: memref<?x?x?xf64> {polymem.shape = ["N + M * 2 + 4", "N + M + 3", "N * 2 + M + 6"]}, %arg4: index {polymem.param = "N"}, %arg5: index {polymem.param = "M"}) {
    %cst = arith.constant 0.000000e+00 : f16
    affine.for %arg6 = #map()[%arg4, %arg5] to #map1()[%arg4, %arg5] {
      %0 = affine.for %arg7 = #map2(%arg6)[%arg4, %arg5] to min #map3(%arg6)[%arg4, %arg5] step 2 iter_args(%arg8 = %cst) -> (f16) {
        %6 = affine.load %arg2[-%arg6 + symbol(%arg5) - 1, %arg7 + 2] : memref<?x?xf16>
        %7 = arith.mulf %arg8, %6 : f16
        %8 = affine.load %arg3[%arg7 + %arg6, symbol(%arg4), %arg7 floordiv 4 + %arg6 mod 2] : memref<?x?x?xf64>
        %9 = arith.truncf %8 : f64 to f16
        %10 = arith.mulf %7, %9 : f16
        affine.yield %10 : f16
      }
      %1 = affine.load %arg0[%arg6 + 1, %arg6, %arg6 ceildiv 3] : memref<?x?x?xf16>
      %2 = arith.maximumf %0, %1 : f16
      %3 = affine.load %arg3[%arg6 * 2 + 1, %arg6, %arg6 floordiv 4 + %arg6 mod 2] : memref<?x?x?xf64>
      %4 = arith.truncf %3 : f64 to f16
      %5 = arith.addf %2, %4 : f16
      affine.store %5, %arg0[%arg6 * 2, %arg6, %arg6 floordiv 2] : memref<?x?x?xf16>
      affine.for %arg7 = #map2(%arg6)[%arg4, %arg5] to min #map4(%arg6)[%arg4, %arg5] {
        affine.for %arg8 = max #map5(%arg7)[%arg4, %arg5] to #map6(%arg7)[%arg4, %arg5] {
          %6 = affine.load %arg3[-%arg6 + symbol(%arg5) - 1, symbol(%arg4), %arg6 floordiv 2 + 2] : memref<?x?x?xf64>
          %7 = arith.truncf %6 : f64 to f16
          %8 = arith.cmpf uge, %5, %7 : f16
          scf.if %8 {
            %11 = affine.load %arg3[%arg8, %arg6, %arg7] : memref<?x?x?xf64>
            %12 = arith.truncf %11 : f64 to f16
            %13 = affine.load %arg2[%arg7, %arg7] : memref<?x?xf16>
            %14 = arith.subf %12, %13 : f16
            %15 = affine.load %arg0[%arg6 * 2, %arg6, %arg6 floordiv 2] : memref<?x?x?xf16>
            %16 = arith.maximumf %14, %15 : f16
            affine.store %16, %arg1[%arg7, %arg7] : memref<?x?xf16>
          } else {
            %11 = affine.load %arg0[%arg6 + 1, %arg6, %arg6 ceildiv 3] : memref<?x?x?xf16>
            %12 = arith.index_cast %arg4 : index to i32
            %13 = arith.sitofp %12 : i32 to f16
            %14 = arith.addf %11, %13 : f16
            affine.store %14, %arg0[%arg6 * 2, %arg6, %arg6 floordiv 2] : memref<?x?x?xf16>
          }
          affine.for %arg9 = max #map7(%arg7)[%arg4, %arg5] to min #map8(%arg7)[%arg4, %arg5] {
            %11 = affine.load %arg3[%arg8 - %arg7 + symbol(%arg4) + 1, %arg8 + 1, %arg7 ceildiv 3] : memref<?x?x?xf64>
            %12 = arith.truncf %11 : f64 to f16
            affine.store %12, %arg0[%arg7 + 2, %arg8, symbol(%arg4)] : memref<?x?x?xf16>
          }
          %9 = affine.load %arg0[%arg7 + 2, -%arg8 + symbol(%arg5) - 1, %arg8] : memref<?x?x?xf16>
          %10 = arith.extf %9 : f16 to f64
          affine.store %10, %arg3[%arg7 ceildiv 4 + 1, %arg7 ceildiv 2, %arg7 * 2 + 2] : memref<?x?x?xf64>
        }
      }
    }
    return
  }
}
