// The upper bits of the least normal number of f64 are a denormal one of bf16,
// which the host changes or not, as it keeps it in a wider register.

// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=M=3 \
// RUN:   --pipeline='builtin.module(func.func(polymem-map-sequential,convert-scratch-to-gpu))'

#map = affine_map<(d0)[s0, s1] -> (0)>
func.func @f(%arg0: memref<?x?xbf16> {polymem.shape = ["M + 1", "M + 1"]}, %arg1: memref<?x?xbf16> {polymem.shape = ["M + 1", "M + 1"]}, %arg2: memref<?xbf16> {polymem.shape = ["M + 2"]}, %arg3: memref<?x?xf64> {polymem.shape = ["M + 2", "M * 2 + 2"]}, %arg4: index {polymem.param = "M"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %arg5 = #map(%c1)[%c0, %arg4] to 3 {
    %1 = affine.load %arg3[%arg5 + 2, %c1] : memref<?x?xf64>
    %2 = arith.truncf %1 : f64 to bf16
    %3 = affine.load %arg2[1] : memref<?xbf16>
    %4 = arith.minimumf %2, %3 : bf16
    %5 = arith.extf %4 : bf16 to f64
    affine.store %5, %arg3[0, 0] : memref<?x?xf64>
  }
  %0 = affine.load %arg0[0, 0] : memref<?x?xbf16>
  affine.store %0, %arg1[0, 0] : memref<?x?xbf16>
  return
}
