// RUN: polymem-opt %s --convert-scratch-to-gpu --canonicalize | FileCheck %s

// One block per tile: ceil((n - 3) / s) of them, and no launch when that is
// nothing. Without a constant number of tiles, the grid is clamped to the
// machine's limit and a block strides over the tiles.

// CHECK-LABEL: func @parametric
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[S:.*]]: index)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C2147483647:.*]] = arith.constant 2147483647 : index
// CHECK: %[[D:.*]] = arith.subi %[[N]], %[[C3]] :
// CHECK: %[[P:.*]] = arith.maxsi %[[D]], %[[C0]] :
// CHECK: %[[S1:.*]] = arith.subi %[[S]], %[[C1]] :
// CHECK: %[[R:.*]] = arith.addi %[[P]], %[[S1]]
// CHECK: %[[T:.*]] = arith.divui %[[R]], %[[S]]
// CHECK: %[[G:.*]] = arith.minsi %[[T]], %[[C2147483647]] :
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[T]], %[[C0]] :
// CHECK: scf.if %[[ANY]] {
// CHECK: gpu.launch blocks(%[[BX:.*]], %{{.*}}, %{{.*}}) in (%[[GX:.*]] = %[[G]], %{{.*}} = %[[C1]], %{{.*}} = %[[C1]])
// CHECK: scf.for %[[I:.*]] = %[[BX]] to %[[T]] step %[[GX]] {
// CHECK: %[[O:.*]] = arith.muli %[[I]], %[[S]]
// CHECK: arith.addi %[[O]], %[[C3]] :
func.func @parametric(%A: memref<?xf32>, %n: index, %s: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scratch.tile (%i) = (%c3) to (%n) step (%s) mapping [#gpu.block<x>] {
    %e = affine.min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%i, %s, %n]
    scratch.tile (%t) = (%i) to (%e) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %A[%t] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%t] : memref<?xf32>
    }
  }
  return
}

// A constant number of tiles within the limit: no loop, no test.
// CHECK-LABEL: func @constant
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-NOT: scf.if
// CHECK: gpu.launch blocks(%[[BX:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[C4]], %{{.*}} = %[[C1]], %{{.*}} = %[[C1]])
// CHECK-NEXT: arith.muli %[[BX]], %[[C32]] :
func.func @constant(%A: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  scratch.tile (%i) = (%c0) to (%c100) step (%c32) mapping [#gpu.block<x>] {
    %e = affine.min affine_map<()[s0] -> (s0 + 32, 100)>()[%i]
    scratch.tile (%t) = (%i) to (%e) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %A[%t] : memref<100xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%t] : memref<100xf32>
    }
  }
  return
}

// No tiles: nothing is launched.
// CHECK-LABEL: func @empty
// CHECK-NEXT: return
func.func @empty(%A: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c1) to (%c0) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[%i] : memref<100xf32>
  }
  return
}
