// RUN: polymem-opt %s --polymem-tile="mapping=gpu" | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=16,1,4" --remarks-filter=polymem-tile --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=16,2,4" --remarks-filter=polymem-tile --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=AGAINST

// By default one iteration of a loop with polymem.tile_origins is a tile. Such
// tiles are in the order of the loop, so a dependence that it carries is not
// against tiles of the loop inside.

// CHECK-LABEL: func @sums
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scratch.tile (%{{.*}}) = {{.*}} mapping [#gpu.block<x>]
// CHECK:   scratch.tile (%{{.*}}, %{{.*}}) = {{.*}} step (%[[C32]], %[[C32]]) {
// CHECK:     scratch.tile {{.*}} mapping [#gpu.thread<x>]

// SIZES-NOT: LoopNotTiled
// SIZES-LABEL: func @sums
// SIZES: scratch.tile (%{{.*}}, %{{.*}}) = {{.*}} {

// AGAINST: [Missed] LoopNotTiled | {{.*}}for a dependence runs against it
func.func @sums(%A: memref<?x?x?xi32>, %S: memref<?xi32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %kt = 0 to %n step 32 {
      affine.for %lt = 0 to %n step 32 {
        affine.for %k = affine_map<(d0) -> (d0)>(%kt) to min affine_map<(d0)[s0] -> (s0, d0 + 32)>(%kt)[%n] {
          affine.for %l = affine_map<(d0) -> (d0)>(%lt) to min affine_map<(d0)[s0] -> (s0, d0 + 32)>(%lt)[%n] {
            %a = affine.load %A[%k, %l, %i] : memref<?x?x?xi32>
            %s = affine.load %S[%i] : memref<?xi32>
            %t = arith.addi %s, %a : i32
            affine.store %t, %S[%i] : memref<?xi32>
          }
        } {polymem.no_tile}
      } {polymem.tile_origins}
    } {polymem.tile_origins}
  }
  return
}
