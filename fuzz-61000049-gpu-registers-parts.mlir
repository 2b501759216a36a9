// RUN: polymem-run %s --compare --uninterpreted --check-bounds \
// RUN:   --sizes=M=0,N=0 \
// RUN:   --pipeline='builtin.module(func.func(polymem-hoist-accumulators))'

#map = affine_map<()[s0, s1] -> (s0 + 2)>
module {
  func.func @f(%arg0: memref<?xbf16> {polymem.shape = ["N + M + 2"]}, %arg1: memref<?x?xbf16> {polymem.shape = ["N + 1", "N + M + 1"]}, %arg2: index {polymem.param = "N"}, %arg3: index {polymem.param = "M"}) {
    %0 = affine.apply #map()[%arg2, %arg3]
    %alloc = memref.alloc(%0) : memref<?xf64>
    %c0 = arith.constant 0 : index
    affine.for %arg4 = 0 to 1 {
      %1 = affine.load %arg0[0] : memref<?xbf16>
      affine.store %1, %arg1[0, 0] : memref<?x?xbf16>
      %2 = affine.load %arg1[0, 0] : memref<?x?xbf16>
      %3 = arith.extf %2 : bf16 to f64
      affine.store %3, %alloc[0] : memref<?xf64>
    }
    return
  }
}
