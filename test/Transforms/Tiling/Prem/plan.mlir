// RUN: polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 strict" | FileCheck %s

// A plan is obeyed: its loops are the dimensions of one tile, in their order, also
// where a parallel one is not the outermost one; those with several groups are
// dealt to cores. What is inside of the last of them is in the tile as a whole.

// CHECK-LABEL: func.func @sums
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[C9:.*]] = arith.constant 9 : index
// CHECK-DAG: %[[C11:.*]] = arith.constant 11 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: scratch.tile (%[[K:.*]], %[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]], %[[C0]]) to (%[[C7]], %[[C9]], %[[C11]]) step (%[[C7]], %[[C3]], %[[C2]]) mapping [none, #prem.core<0>, #prem.core<1>] attributes {prem.plan = #prem.plan<tile = [7, 3, 2], groups = [1, 3, 2], modes = {arg1 = #prem.mode<resident>}>} {
// CHECK:   affine.for
// CHECK:     affine.for %{{.*}} = %[[I]] to {{.*}}%[[I]]
// CHECK:       affine.for %{{.*}} = %[[J]] to min {{.*}}%[[J]]
// CHECK:         affine.for %{{.*}} = 0 to 2 {
// CHECK-NOT: prem.plan
func.func @sums(%A: memref<9x11xf32>, %B: memref<7x2x9xf32>) {
  affine.for %k = 0 to 7 {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 11 {
        affine.for %l = 0 to 2 {
          %a = affine.load %A[%i, %j] : memref<9x11xf32>
          %b = affine.load %B[%k, %l, %i] : memref<7x2x9xf32>
          %s = arith.addf %a, %b : f32
          affine.store %s, %A[%i, %j] : memref<9x11xf32>
        }
      }
    }
  } {prem.plan = #prem.plan<tile = [7, 3, 2], groups = [1, 3, 2], modes = {arg1 = #prem.mode<resident>}>}
  return
}

// Without groups, all tiles are on one core: nothing is mapped.

// CHECK-LABEL: func.func @alone
// CHECK-NOT: mapping
// CHECK: scratch.tile (%{{.*}}) = {{.*}} attributes {prem.plan = #prem.plan<tile = [4], groups = [1]>} {
// CHECK-NOT: mapping
func.func @alone(%A: memref<9xf32>) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to 9 {
    affine.store %x, %A[%i] : memref<9xf32>
  } {prem.plan = #prem.plan<tile = [4]>}
  return
}
