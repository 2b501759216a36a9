// The tiles of a triangular solve: for one tile of j, the tile on the diagonal comes first, all others
// after it, in parallel. The loop over tiles goes by their size; without the option there is one loop
// over j, with a parallel one inside.
//
// RUN: polymem-opt %s --polymem-schedule=level-tile=8 | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule=level-tile=8 --remarks-filter=polymem-schedule --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-opt %s --polymem-schedule | FileCheck %s --check-prefix=OFF

// REMARK: remark: [Passed] Leveled {{.*}} Levels=2
// REMARK-SAME: a sequential loop is cut into tiles of 8 iterations, and what is in one is executed in 2 levels

// CHECK-DAG: #[[END:.*]] = affine_map<(d0)[s0] -> (s0, d0 + 8)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 8)>
// CHECK-DAG: #[[SAME:.*]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @solve
// CHECK: affine.for %[[T:.*]] = 0 to %[[N:.*]] step 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = #[[SAME]](%[[T]]) to min #[[END]](%[[T]])[%[[N]]] {
// CHECK: affine.for %{{.*}} to min #[[END]](%[[T]])[%[[N]]] {
// CHECK: parallel = true
// CHECK-NEXT: member = 0, permutable = true>
// CHECK-NEXT: affine.for %{{.*}} = #[[NEXT]](%[[T]]) to %[[N]] {
// CHECK-NEXT: affine.for %{{.*}} = #[[SAME]](%[[T]]) to #[[NEXT]](%[[T]]) {
// CHECK: member = 1, permutable = true>
// CHECK-NEXT: member = 0, permutable = true, parallel = true>

// OFF-LABEL: func.func @solve
// OFF-NOT: step
func.func @solve(%L: memref<?x?xf32>, %x: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %L[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %c = affine.load %x[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.subf %c, %p : f32
      affine.store %s, %x[%i] : memref<?xf32>
    }
    %c = affine.load %x[%i] : memref<?xf32>
    %d = affine.load %L[%i, %i] : memref<?x?xf32>
    %q = arith.divf %c, %d : f32
    affine.store %q, %x[%i] : memref<?xf32>
  }
  return
}
