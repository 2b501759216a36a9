// RUN: polymem-opt %s --polymem-register-tile="block-size=4,2 min-part-copies=0" | FileCheck %s
// RUN: polymem-opt %s --polymem-register-tile="block-size=4,2 sizes=0,2 min-part-copies=0" | FileCheck %s --check-prefix=PARTS

#end = affine_map<()[s0, s1] -> (s0 + 8, s1)>

// One dimension: B does not depend on it and is loaded once. Partial tiles do
// one iteration after the other.
// CHECK-DAG: #[[END:.*]] = affine_map<()[s0, s1] -> (s0 + 2, s1)>
// CHECK-DAG: #[[FULL:.*]] = affine_set<()[s0, s1] : ({{.*}}, s1 - (s0 + 7) - 1 >= 0)>
// CHECK-LABEL: func @one
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[B:[^:]+]]: memref<?x?xf32>, %{{[^:]+}}: memref<?x?x?xf32>, %[[N:[^:]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[HI:.*]] = affine.min #{{.*}}()[%[[LO:.*]], %[[N]]]
// CHECK: %[[UP:.*]] = affine.min #[[END]]()[%[[LO]], %[[HI]]]
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = (%[[LO]], %[[C0]]) to (%[[UP]], %[[C4]]) {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NEXT: affine.if #[[FULL]]()[%[[LO]], %[[N]]] {
// CHECK-DAG: %[[I1:.*]] = affine.apply {{.*}}()[%[[I]]]
// CHECK: affine.for %[[K:.*]] = 0 to %[[N]] {
// CHECK-COUNT-4: affine.load %[[A]][symbol(%{{.*}}), %[[K]]]
// CHECK-NEXT: affine.load %[[B]][%[[K]], symbol(%[[J]])]
// CHECK-NOT: affine.load %[[B]]
// CHECK-COUNT-4: affine.store
// CHECK: } else {
// CHECK: %[[STEP:.*]] = arith.constant 2 : index
// CHECK: scratch.tile (%[[II:.*]]) = (%[[I]]) to (%[[HI]]) step (%[[STEP]]) {
// CHECK: affine.load %[[A]][symbol(%[[II]])
// CHECK: } {polymem.full_tile}

// In parts of two iterations.
// PARTS-LABEL: func @one
// PARTS-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[B:[^:]+]]: memref<?x?xf32>
// PARTS: affine.if
// PARTS: %[[TWICE_TWO:.*]] = arith.constant 4 : index
// PARTS-NEXT: scratch.tile (%[[PART:.*]]) = (%{{.*}}) to (%{{.*}}) step (%[[TWICE_TWO]]) {
// PARTS: affine.for
// PARTS-COUNT-2: affine.load %[[A]]
// PARTS-NEXT: affine.load %[[B]]
// PARTS-COUNT-2: affine.store
// PARTS: } else {
func.func @one(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c8) mapping [#gpu.block<y>] {
    %hi = affine.min #end()[%b, %n]
    scratch.tile (%i, %j) = (%b, %c0) to (%hi, %c4) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to %n {
        %x = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
        %y = affine.load %B[%k, symbol(%j)] : memref<?x?xf32>
        %z = arith.mulf %x, %y : f32
        affine.store %z, %C[symbol(%i), symbol(%j), %k] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// Two dimensions of known size: no condition. 4 x 2 iterations share 4 and 2
// loads; the loop carries a value for each, and so does the condition.
// CHECK-LABEL: func @two
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[B:[^:]+]]: memref<?x?xf32>
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NOT: affine.if
// CHECK: affine.for {{.*}} iter_args({{.*}}) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-COUNT-4: affine.load %[[A]]
// CHECK-NEXT: affine.load %[[B]]
// CHECK-NEXT: affine.load %[[B]]
// CHECK-NOT: affine.load
// CHECK: affine.if {{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-COUNT-8: arith.addf
// CHECK: } else {
// CHECK: affine.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: affine.yield %{{.*}}#0, %{{.*}}#1
// CHECK-COUNT-8: affine.store
// CHECK-NOT: scratch.tile
// CHECK: return
func.func @two(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %r = affine.for %k = 0 to %n iter_args(%acc = %zero) -> (f32) {
        %x = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
        %y = affine.load %B[%k, symbol(%j)] : memref<?x?xf32>
        %s = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%k) -> f32 {
          %z = arith.mulf %x, %y : f32
          %t = arith.addf %acc, %z : f32
          affine.yield %t : f32
        } else {
          affine.yield %acc : f32
        }
        affine.yield %s : f32
      }
      affine.store %r, %C[symbol(%i), symbol(%j)] : memref<8x8xf32>
    }
  }
  return
}
