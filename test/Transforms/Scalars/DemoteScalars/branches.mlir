// Between blocks that branches connect, values stay values: no loop is between
// them, and what runs on the way is not known. In a block it is as elsewhere.

// RUN: polymem-opt %s -polymem-demote-scalars --remarks-filter=".*" 2>&1 | FileCheck %s
// RUN: polymem-opt %s -polymem-schedule --remarks-filter=".*" 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: polymem-opt %s -polymem-time-tile | FileCheck %s --check-prefix=LOWERED
// RUN: polymem-opt %s -polymem-to-cpu | FileCheck %s --check-prefix=LOWERED
// LOWERED: func @loaded_in_front

// SCHEDULE: Function=loaded_in_front | {{.*}}control flow between blocks is not structured

// CHECK: AcrossBlocks {{.*}}"a value of 'arith.mulf' stays in SSA form where a branch is between it and its use
// CHECK: module {
// CHECK-LABEL: func @loaded_in_front
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NEXT: cf.cond_br
// CHECK: return %[[P]]
// CHECK: return %[[P]]
func.func @loaded_in_front(%A: memref<16xf64>, %c: i1) -> f64 {
  %a = affine.load %A[0] : memref<16xf64>
  %p = arith.mulf %a, %a : f64
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %p : f64
^bb2:
  return %p : f64
}

// The load must not be repeated behind the store.
// CHECK-LABEL: func @loop_in_block
func.func @loop_in_block(%A: memref<16xf64>, %B: memref<16xf64>, %c: i1) {
  %b = affine.load %B[0] : memref<16xf64>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // CHECK: ^bb1:
  // CHECK: %[[X:.*]] = math.exp %[[B:.*]] : f64
  // CHECK: affine.store %[[X]], %[[CELL:.*]][]
  // CHECK: affine.for
  // CHECK: affine.load %[[CELL]][]
  // CHECK: arith.addf %{{.*}}, %[[B]]
  %x = math.exp %b : f64
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf64>
    %y = arith.mulf %a, %x : f64
    %z = arith.addf %y, %b : f64
    affine.store %z, %B[%i] : memref<16xf64>
  }
  cf.br ^bb2
^bb2:
  return
}
