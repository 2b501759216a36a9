// RUN: polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 strict" \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// The loop over time stays, for cores can share what is inside of it only; so
// does a condition. Statements between nests are tiles of one iteration,
// consecutive ones together, and so are those outside of all loops.

// REMARK-DAG: remark: [Analysis] OuterLoopKept {{.*}}stays outside the tiles: cores can share what is inside of it only
// REMARK-DAG: remark: [Passed] Component {{.*}}component: tile = [2], groups = [8]; a tile takes 32 bytes, with two buffers for each array

// CHECK-LABEL: func.func @steps
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<16xf32>, %[[B:[a-z0-9]+]]: memref<32xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: scratch.tile (%{{.*}}) = (%[[C0]]) to (%[[C1]]) step (%[[C1]]) attributes {prem.plan = #prem.plan<tile = [1], groups = [1]>} {
// CHECK-NEXT: affine.load %[[A]][0]
// CHECK-NEXT: affine.store %{{.*}}, %[[A]][3]
// CHECK-NEXT: affine.store %{{.*}}, %[[B]][3]
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[T:.*]] = 0 to 5 {
// CHECK-NEXT: scratch.tile {{.*}} mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [2], groups = [8]>} {
// CHECK-NEXT: affine.for
// CHECK: affine.if
// CHECK-NEXT: scratch.tile {{.*}} mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [2], groups = [8]>} {
// CHECK-NEXT: affine.for %[[I:.*]] =
// CHECK-NEXT: affine.load %[[B]][%[[I]] + %[[T]]]
// CHECK: scratch.tile (%{{.*}}) = (%[[C0]]) to (%[[C1]]) step (%[[C1]]) attributes {prem.plan = #prem.plan<tile = [1], groups = [1]>} {
// CHECK-NEXT: affine.load %[[A]][%[[T]]]
// CHECK-NEXT: affine.store %{{.*}}, %[[B]][%[[T]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @steps(%A: memref<16xf32>, %B: memref<32xf32>) {
  %a = affine.load %A[0] : memref<16xf32>
  affine.store %a, %A[3] : memref<16xf32>
  affine.store %a, %B[3] : memref<32xf32>
  affine.for %t = 0 to 5 {
    affine.for %i = 0 to 16 {
      %b = affine.load %B[%i] : memref<32xf32>
      affine.store %b, %A[%i] : memref<16xf32>
    }
    affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
      affine.for %i = 0 to 16 {
        %b = affine.load %B[%i + %t] : memref<32xf32>
        affine.store %b, %A[%i] : memref<16xf32>
      }
    }
    %c = affine.load %A[%t] : memref<16xf32>
    affine.store %c, %B[%t] : memref<32xf32>
  }
  return
}
