// A column is copied in ahead by threads that begin at another row than those that store to it
// afterwards: they must have met since the copies arrived (found by the fuzzer).

// RUN: polymem-run %s --compare --uninterpreted --check-bounds --emulate --emulator-seed=%seeds --async=random \
// RUN:   --pipeline='polymem-tile{block-sizes=8 sizes=2 mapping=gpu},scratch-promote{promote-all},scratch-hoist-copies,scratch-pipeline{stages=4},polymem-map-sequential,scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}'

func.func @columns(%A: memref<7x7xf64>, %B: memref<7xf64>, %C: memref<7x7xf64>) {
  affine.for %k = 0 to 7 {
    affine.for %t = 0 to 6 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to 7 {
        %a = affine.load %A[%i, %k] : memref<7x7xf64>
        %b = affine.load %B[%k] : memref<7xf64>
        %p = arith.mulf %a, %b : f64
        %c = affine.load %C[%k, %i] : memref<7x7xf64>
        %m = arith.minimumf %c, %p : f64
        affine.store %m, %C[%k, %i] : memref<7x7xf64>
      }
      affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%k) {
        %a = affine.load %A[%i, -%t + 6] : memref<7x7xf64>
        %b = affine.load %A[%i, %k] : memref<7x7xf64>
        %s = arith.addf %b, %a : f64
        affine.store %s, %A[%i, %k] : memref<7x7xf64>
      }
    }
  }
  return
}
