// RUN: polymem-opt %s --convert-scratch-to-memref --remarks-filter='convert-.*' --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-memref=max-isl-operations=1 | FileCheck %s --check-prefix=BUDGET

// Where isl cannot make the loops, each element of the array is tested, so that
// it is still moved once; a remark says so.

#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#semi = affine_set<(d0)[s0, s1] : (d0 - s0 * s1 >= 0, s0 * s1 + 3 - d0 >= 0)>
#point = affine_set<(d0)[s0, s1] : (d0 - s0 == 0)>

// CHECK-LABEL: func @semi_affine
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>, %[[N:[a-z0-9]+]]: index
func.func @semi_affine(%A: memref<?xf32>, %n: index, %i: index, %s: index) {
  %b = scratch.alloc(%n)[%i] : memref<?xf32, #m>
  // CHECK: %[[END:.*]] = arith.maxsi %[[N]], %{{.*}}
  // CHECK: scf.for %[[E:.*]] = %{{.*}} to %[[END]] step
  // CHECK: arith.ori
  // CHECK: scf.if
  // CHECK: %[[V:.*]] = memref.load %[[A]][%[[E]]]
  // CHECK: memref.store %[[V]]
  // expected-remark @+1 {{CopyTestsMembership}}
  scratch.copy_in %A to %b over [#semi, #point](%i, %s) : memref<?xf32> to memref<?xf32, #m>
  return
}

// CHECK-LABEL: func @budget
// CHECK-NOT: scf.for
// BUDGET-LABEL: func @budget
// BUDGET: scf.for
// BUDGET: scf.if
func.func @budget(%A: memref<?xf32>, %n: index, %i: index) {
  %b = scratch.alloc(%n)[%i] : memref<?xf32, #m>
  scratch.copy_in %A to %b over [affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 + 7 - d0 >= 0)>](%i) : memref<?xf32> to memref<?xf32, #m>
  return
}
