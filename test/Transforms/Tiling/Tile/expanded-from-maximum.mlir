// A value that two tiles need has an element for each round of an untiled loop. Where that loop begins
// at a maximum that changes around it, elements are counted from one of its terms: the maximum itself
// may not be in a subscript. (The fuzzer found the error that it is an operand that cannot be one.)
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=0,6,2}))' | FileCheck %s
// RUN: polymem-run %s --compare --check-bounds --sizes=N=1 --sizes=N=2 --sizes=N=9 --pipeline='builtin.module(func.func(polymem-tile{sizes=0,6,2},convert-scratch-to-memref),expand-strided-metadata)'

#first = affine_map<(d0) -> (1, d0 - 2)>
#never = affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>

// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0) -> (1, d0 - 2)>
// CHECK-LABEL: func.func @f
// CHECK: affine.for
// CHECK: %[[CELLS:.*]] = scratch.alloc(
// CHECK-NEXT: affine.for %[[I:.*]] = max #[[FIRST]](%{{.*}}) to
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store %{{.*}}, %[[CELLS]][%[[I]] - 1]
// CHECK: scratch.tile
// CHECK: affine.load %[[CELLS]][%{{.*}} - 1]
func.func @f(%A: memref<?x?xi32> {polymem.shape = ["N + 2", "N + 2"]},
             %B: memref<?x?xi32> {polymem.shape = ["N + 9", "N + 9"]},
             %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to 5 {
    affine.for %i = max #first(%t) to %n {
      %x = affine.load %B[0, %i] : memref<?x?xi32>
      affine.for %k = 0 to 1 {
        affine.store %x, %B[%i, 0] : memref<?x?xi32>
      }
      %y = affine.load %B[0, 0] : memref<?x?xi32>
      affine.store %y, %A[0, 1] : memref<?x?xi32>
      affine.for %k = 0 to 1 {
        affine.if #never(%k, %k) {
          %z = affine.load %A[1, 0] : memref<?x?xi32>
          affine.store %z, %B[0, 0] : memref<?x?xi32>
        }
      }
    }
  }
  return
}
