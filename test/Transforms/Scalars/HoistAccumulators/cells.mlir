// RUN: polymem-opt %s --polymem-hoist-accumulators | FileCheck %s

// The loop may have no iteration: nothing is touched then.
// CHECK-LABEL: func @sum
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[Y:[^:]+]]: memref<?xf32>
// CHECK: affine.if
// CHECK-NEXT: %[[INIT:.*]] = affine.load %[[Y]][%[[I:.*]]]
// CHECK-NEXT: %[[SUM:.*]] = affine.for {{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT: affine.load %[[A]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[ACC]]
// CHECK-NEXT: affine.yield %[[S]] : f32
// CHECK-NEXT: } {kept}
// CHECK-NEXT: affine.store %[[SUM]], %[[Y]][%[[I]]]
func.func @sum(%A: memref<?x?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %m {
    affine.for %k = 0 to %n {
      %a = affine.load %A[%i, %k] : memref<?x?xf32>
      %c = affine.load %y[%i] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %y[%i] : memref<?xf32>
    } {kept}
  }
  return
}

// The range of the tile shows that there is an iteration.
// CHECK-LABEL: func @in_tile
// CHECK: scratch.tile
// CHECK-NOT: affine.if
// CHECK: affine.for {{.*}} iter_args
#end = affine_map<()[s0, s1] -> (s0 + 8, s1)>
func.func @in_tile(%A: memref<?xf32>, %y: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%t) = (%c0) to (%n) step (%c8) {
    affine.for %k = %t to min #end()[%t, %n] {
      %a = affine.load %A[%k] : memref<?xf32>
      %c = affine.load %y[] : memref<f32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %y[] : memref<f32>
    }
  }
  return
}

// Out of a whole nest of loops that have iterations.
// CHECK-LABEL: func @nest
// CHECK-SAME: (%{{[^:]+}}: memref<8x3x3xf32>, %[[Y:[^:]+]]: memref<8xf32>
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[INIT:.*]] = affine.load %[[Y]]
// CHECK-NEXT: %[[R:.*]] = affine.for {{.*}} iter_args(%[[OUTER:.*]] = %[[INIT]])
// CHECK-NEXT: affine.for {{.*}} iter_args(%{{.*}} = %[[OUTER]])
// CHECK-NOT: %[[Y]]
// CHECK: affine.store %[[R]], %[[Y]]
func.func @nest(%A: memref<8x3x3xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 3 {
        %c = affine.load %y[%i] : memref<8xf32>
        %a = affine.load %A[%i, %j, %k] : memref<8x3x3xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %y[%i] : memref<8xf32>
      }
    }
  }
  return
}

// Two cells whose values change places in each iteration, of a loop that
// carries a value already.
// CHECK-LABEL: func @swap
// CHECK-SAME: (%[[ARG_A:[^:]+]]: memref<2xf32>, %[[F:[^:]+]]: f32
// CHECK: %[[X:.*]] = affine.load %[[ARG_A]][0]
// CHECK-NEXT: %[[Y:.*]] = affine.load %[[ARG_A]][1]
// CHECK-NEXT: %[[R:.*]]:3 = affine.for {{.*}} iter_args(%[[N:.*]] = %[[F]], %[[A:.*]] = %[[X]], %[[B:.*]] = %[[Y]])
// CHECK: affine.yield %{{.*}}, %[[B]], %[[A]]
// CHECK: affine.store %[[R]]#1, %[[ARG_A]][0]
// CHECK-NEXT: affine.store %[[R]]#2, %[[ARG_A]][1]
// CHECK-NEXT: return %[[R]]#0
func.func @swap(%A: memref<2xf32>, %f: f32) -> f32 {
  %r = affine.for %k = 0 to 5 iter_args(%n = %f) -> (f32) {
    %a = affine.load %A[0] : memref<2xf32>
    %b = affine.load %A[1] : memref<2xf32>
    affine.store %b, %A[0] : memref<2xf32>
    affine.store %a, %A[1] : memref<2xf32>
    %m = arith.mulf %n, %a : f32
    affine.yield %m : f32
  }
  return %r : f32
}

// A loop that carries a value, and that may have no iteration.
// CHECK-LABEL: func @guarded_result
// CHECK-SAME: (%{{[^:]+}}: memref<f32>, %[[F:[^:]+]]: f32
// CHECK: %[[IF:.*]] = affine.if {{.*}} -> f32 {
// CHECK: %[[R:.*]]:2 = affine.for
// CHECK: affine.store %[[R]]#1
// CHECK-NEXT: affine.yield %[[R]]#0 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %[[F]] : f32
// CHECK: return %[[IF]]
func.func @guarded_result(%A: memref<f32>, %f: f32, %n: index) -> f32 {
  %r = affine.for %k = 0 to %n iter_args(%v = %f) -> (f32) {
    %a = affine.load %A[] : memref<f32>
    %m = arith.mulf %v, %a : f32
    affine.store %m, %A[] : memref<f32>
    affine.yield %m : f32
  }
  return %r : f32
}

// Two values that keep their order where the loop has no iteration.
// CHECK-LABEL: func @guarded_results
// CHECK-SAME: (%{{[^:]+}}: memref<f32>, %[[F:[^:]+]]: f32, %[[G:[^:]+]]: f32
// CHECK: affine.if {{.*}} -> (f32, f32) {
// CHECK: } else {
// CHECK-NEXT: affine.yield %[[F]], %[[G]] : f32, f32
func.func @guarded_results(%A: memref<f32>, %f: f32, %g: f32, %n: index) -> (f32, f32) {
  %r:2 = affine.for %k = 0 to %n iter_args(%v = %f, %w = %g) -> (f32, f32) {
    %a = affine.load %A[] : memref<f32>
    %m = arith.mulf %v, %a : f32
    affine.store %m, %A[] : memref<f32>
    affine.yield %m, %w : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// Elements that are in front of the cell in every iteration.
// CHECK-LABEL: func @other_cells
// CHECK: affine.for {{.*}} iter_args
func.func @other_cells(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %c = affine.load %A[%i] : memref<?xf32>
      %a = affine.load %A[%k] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}

// The upper bound is a sum: the loop has an iteration.
// CHECK-LABEL: func @sum_as_bound
// CHECK-NOT: affine.if
// CHECK: affine.for {{.*}} iter_args
// CHECK: return
func.func @sum_as_bound(%A: memref<?xf32>, %y: memref<f32>, %l: index) {
  %c4 = arith.constant 4 : index
  %end = arith.addi %l, %c4 : index
  affine.for %k = %l to %end {
    %s = affine.load %y[] : memref<f32>
    %a = affine.load %A[%k] : memref<?xf32>
    %r = arith.addf %s, %a : f32
    affine.store %r, %y[] : memref<f32>
  }
  return
}

// The upper bound is a difference: maybe it has none.
// CHECK-LABEL: func @difference_as_bound
// CHECK: affine.if
// CHECK: affine.for {{.*}} iter_args
// CHECK: return
func.func @difference_as_bound(%A: memref<?xf32>, %y: memref<f32>, %l: index) {
  %c4 = arith.constant 4 : index
  %end = arith.subi %l, %c4 : index
  affine.for %k = %l to %end {
    %s = affine.load %y[] : memref<f32>
    %a = affine.load %A[%k] : memref<?xf32>
    %r = arith.addf %s, %a : f32
    affine.store %r, %y[] : memref<f32>
  }
  return
}
