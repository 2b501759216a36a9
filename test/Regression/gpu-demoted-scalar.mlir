// The scalar that the host loads in an outer loop, demoted to memory of the
// host, was read there by the kernel.

// RUN: polymem-run %s --check --compare --uninterpreted --check-bounds --sizes=N=3 \
// RUN:   --pipeline='builtin.module(func.func(polymem-tile{mapping=gpu},convert-scratch-to-gpu))' \
// RUN:   | FileCheck %s
// CHECK: f: N=3: identical ({{.*}}, 64 changed)

func.func @f(%A: memref<8x8xf64>, %B: memref<8xf64>, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %B[0] : memref<8xf64>
    affine.store %0, %B[0] : memref<8xf64>
    affine.for %j = 0 to 8 {
      %1 = affine.for %k = 0 to %N iter_args(%s = %0) -> (f64) {
        %2 = affine.load %B[0] : memref<8xf64>
        %3 = arith.addf %s, %2 : f64
        affine.yield %3 : f64
      }
      affine.store %1, %A[%i, %j] : memref<8x8xf64>
    }
  }
  return
}
