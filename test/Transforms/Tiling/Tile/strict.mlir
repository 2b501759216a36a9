// With `strict`, what is not tiled as asked is an error, and all of the function
// stays as it is.

// RUN: polymem-opt %s --polymem-tile="strict sizes=8,8,8" -split-input-file -allow-unregistered-dialect -verify-diagnostics
// RUN: not polymem-opt %s --polymem-tile="strict sizes=8,8,8" -split-input-file -allow-unregistered-dialect --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="sizes=8,8,8" -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=LENIENT
// RUN: not polymem-opt %s --polymem-tile="strict sizes=8,8,8 max-isl-operations=200" -split-input-file -allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUDGET

// BUDGET: error: polymem-tile: nest not tiled: the model needs more than 200 isl operations

// The first nest can be tiled.
// CHECK: IR Dump After {{.*}}Failed
// CHECK-LABEL: func.func @second(
// CHECK-NOT: scratch.tile
// CHECK: return
// LENIENT-LABEL: @second
// LENIENT: scratch.tile
func.func @second(%A: memref<?x?xf32>, %n: index, %m: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i, %i] : memref<?x?xf32>
  }
  // expected-error-re @below {{polymem-tile: the only loop of the band that may be tiled carries a dependence: flow dependence on arg0 from S0[i0 = 1, i1 = 2] {{.*}} to S0[i0 = 2, i1 = 1]}}
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %y = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %z = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %w = arith.addf %y, %z : f32
      affine.store %w, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

func.func @partial(%A: memref<?x?x?xf32>, %B: memref<?xf32>, %N: index) {
  %c = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %B[%i] : memref<?xf32>
    affine.for %k = 1 to %N {
      // expected-error @below {{polymem-tile: not tiled: loop 2 of the band may not be tiled with the loops around it, for a dependence runs against it: flow dependence on arg0}}
      affine.for %l = 0 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
        %a = affine.load %A[%i, %k - 1, %l + 1] : memref<?x?x?xf32>
        affine.store %a, %A[%i, %k, %l] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// -----

func.func @not_modelled(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-error @below {{polymem-tile: nest not tiled: an operation with regions and unknown effects}}
    "mystery.regions"() ({
      "mystery.inside"(%A) : (memref<?xf32>) -> ()
    }) : () -> ()
  }
  return
}
