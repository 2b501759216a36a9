// A loop of few steps, whose tiles have one block whatever the sizes are, is one launch before data is staged:
// tiles of threads stay, and begin and end where the tile around them did; sequential code is a
// thread's. What a launch of one block would take anyway is not taken if it is in no such loop.
//
// RUN: polymem-opt %s --polymem-join-steps | FileCheck %s
// RUN: polymem-opt %s --polymem-join-steps -o /dev/null --remarks-filter=polymem-join-steps --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-run %s --entry=solve --compare --emulate --reference-pipeline=convert-scratch-to-memref --emulator-seed=1..3 \
// RUN:   --sizes=N=0 --sizes=N=1 --sizes=N=31 --sizes=N=32 --sizes=N=33 --sizes=N=70 \
// RUN:   --pipeline='polymem-join-steps,scratch-promote,polymem-map-sequential,convert-scratch-to-gpu'

#id = affine_map<(d0) -> (d0)>
#end = affine_map<(d0)[s0] -> (s0, d0 + 32)>
#next = affine_map<(d0) -> (d0 + 1)>
#inner = affine_map<(d0)[s0, s1] -> (s1 + 32, s0, d0 + 32)>

// REMARK: Joined {{.*}} Bytes=4224, Remark="the steps of this loop are one launch of one block, which is staged as a whole: about 4224 bytes"
// REMARK-NOT: Joined
// CHECK-DAG: #[[STEPS:.*]] = affine_map<(d0)[s0] -> (s0, d0 + 32)>
// CHECK-DAG: #[[END:.*]] = affine_map<(d0)[s0, s1] -> (s0, d0 + 32)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @solve
// CHECK: affine.for %[[T:.*]] = 0 to %[[N:.*]] step 32 {
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
// CHECK-NEXT: affine.for %[[K:.*]] = #{{.*}}(%[[T]]) to min #[[STEPS]](%[[T]])[%[[N]]] {
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK: arith.divf
// CHECK: }
// CHECK: %[[LOWER:.*]] = affine.apply #[[NEXT]](%[[K]])
// CHECK: %[[UPPER:.*]] = affine.min #[[END]](%[[T]])[%[[N]], %[[LOWER]]]
// CHECK-NEXT: scratch.tile (%{{.*}}) = (%[[LOWER]]) to (%[[UPPER]]) step (%{{.*}}) mapping [#gpu.thread<x>] {
// CHECK-NOT: scratch.tile
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
func.func @solve(%L: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                 %x: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to %n step 32 {
    affine.for %k = #id(%t) to min #end(%t)[%n] {
      %a = affine.load %x[%k] : memref<?xf32>
      %d = affine.load %L[%k, %k] : memref<?x?xf32>
      %q = arith.divf %a, %d : f32
      affine.store %q, %x[%k] : memref<?xf32>
      %lower = affine.apply #next(%k)
      %upper = affine.min #end(%t)[%n]
      scratch.tile (%b) = (%lower) to (%upper) step (%c32) mapping [#gpu.block<x>] {
        %last = affine.min #inner(%t)[%n, %b]
        scratch.tile (%i) = (%b) to (%last) step (%c1) mapping [#gpu.thread<x>] {
          %v = affine.load %x[symbol(%i)] : memref<?xf32>
          %l = affine.load %L[symbol(%i), %k] : memref<?x?xf32>
          %y = affine.load %x[%k] : memref<?xf32>
          %p = arith.mulf %l, %y : f32
          %s = arith.subf %v, %p : f32
          affine.store %s, %x[symbol(%i)] : memref<?xf32>
        }
      }
    }
    scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %x[symbol(%i)] : memref<?xf32>
        affine.store %v, %x[symbol(%i)] : memref<?xf32>
      }
    }
  }
  return
}
