// RUN: polymem-opt %s --convert-scratch-to-memref=max-isl-operations=1 | FileCheck %s
// RUN: polymem-run %s --entry skewed --cpu --compare --uninterpreted --sizes=N=23 \
// RUN:   --pipeline='polymem-tile{sizes=4,3},scratch-promote{promote-all movement=footprint},convert-scratch-to-memref{max-isl-operations=1}' \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME: skewed: N=23: identical

// Where each element is tested, those that a constraint excludes by itself are
// not visited: a tile does not look at the whole array. Bounds may depend on
// symbols and on earlier coordinates; of a union they are the outermost ones.

#m = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (8, 64)>
#band = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, s0 + 7 - d0 >= 0, d1 * 2 - d0 >= 0, d0 * 3 + 1 - d1 * 2 >= 0)>
#row = affine_set<(d0, d1)[s0] : (d0 - s0 + 1 == 0)>

// CHECK-LABEL: func @union
func.func @union(%A: memref<64x64xf32>, %i: index) {
  %b = scratch.alloc()[%i] : memref<64x64xf32, #m>
  // The first of max(0, i) and max(0, i - 1).
  // CHECK: %[[L0:.*]] = arith.maxsi
  // CHECK: %[[L1:.*]] = arith.maxsi
  // CHECK: %[[LOWER:.*]] = arith.minsi %[[L0]], %[[L1]]
  // CHECK: %[[U0:.*]] = arith.minsi
  // CHECK: %[[U1:.*]] = arith.minsi
  // CHECK: %[[UPPER:.*]] = arith.maxsi %[[U0]], %[[U1]]
  // CHECK: scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]]
  scratch.copy_in %A to %b over [#band, #row](%i) : memref<64x64xf32> to memref<64x64xf32, #m>
  return
}

// CHECK-LABEL: func @earlier
func.func @earlier(%A: memref<64x64xf32>, %i: index) {
  %b = scratch.alloc()[%i] : memref<64x64xf32, #m>
  // CHECK: scf.for %[[D0:.*]] =
  // ceil(d0 / 2) up to floor((3 d0 + 1) / 2).
  // CHECK: arith.divsi
  // CHECK: %[[LOWER:.*]] = arith.maxsi
  // CHECK: arith.muli %[[D0]], %{{.*}}
  // CHECK: %[[UPPER:.*]] = arith.minsi
  // CHECK: scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]]
  scratch.copy_in %A to %b over [#band](%i) : memref<64x64xf32> to memref<64x64xf32, #m>
  return
}

func.func @skewed(%A: memref<?x?xf32> {polymem.shape = ["N", "3 * N"]},
                  %N: index {polymem.param = "N"}) {
  affine.for %i = 1 to %N {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %N step 2 {
      %x = affine.load %A[%i - 1, 2 * %j + %i] : memref<?x?xf32>
      %y = affine.load %A[%i, %i + %j] : memref<?x?xf32>
      %z = arith.mulf %x, %y : f32
      affine.store %z, %A[%i, %i + %j] : memref<?x?xf32>
    }
  }
  return
}
