// With `strict`, a function that is not scheduled is an error, at what is in the
// way, and stays as it is.

// RUN: polymem-opt %s --polymem-schedule="strict reorder-parallel=false" -split-input-file -verify-diagnostics -allow-unregistered-dialect
// RUN: not polymem-opt %s --polymem-schedule=strict -split-input-file -allow-unregistered-dialect --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// CHECK: IR Dump After {{.*}}Failed
// CHECK: func.func @not_modelled
// CHECK: affine.for %{{.*}} iter_args

func.func @not_modelled(%A: memref<?xf32>, %n: index) -> f32 {
  %c = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to %n iter_args(%acc = %c) -> f32 {
    // expected-error @below {{polymem-schedule: 'mystery.regions' cannot be modelled: }}
    "mystery.regions"() ({
      "mystery.inside"(%A) : (memref<?xf32>) -> ()
    }) : () -> ()
    affine.yield %acc : f32
  }
  return %s : f32
}

// -----

func.func @parallel(%A: memref<?xf32>, %n: index) {
  %c = arith.constant 0.0 : f32
  // expected-error @below {{polymem-schedule: 'affine.parallel' is declared parallel, which another order may lose}}
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
