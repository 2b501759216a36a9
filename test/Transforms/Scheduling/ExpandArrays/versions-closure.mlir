// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=9 --sizes=N=4 --sizes=N=1 --sizes=N=0 \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule{level-tile=3}' \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule{level-tile=4},polymem-tile{sizes=2,2,2 mapping=gpu},scratch-promote,polymem-map-sequential,convert-scratch-to-memref{reverse-mapped}'
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-policy=all -o /dev/null 2>&1 | FileCheck %s

// The transitive closure of a relation, without its first step and in an array that is larger than what
// is looked at: copies are as large as that, and begin at step 1.

// CHECK: remark: [Passed] Versioned
// CHECK-SAME: Faces=2, Loads=2
func.func @closure(%reach: memref<?x?xi8> {polymem.shape = ["N + 3", "N + 2"]}, %n: index {polymem.param = "N"}) {
  affine.for %k = 1 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %direct = affine.load %reach[%i + 2, %j + 1] : memref<?x?xi8>
        %first = affine.load %reach[%i + 2, %k + 1] : memref<?x?xi8>
        %second = affine.load %reach[%k + 2, %j + 1] : memref<?x?xi8>
        %through = arith.andi %first, %second : i8
        %next = arith.ori %direct, %through : i8
        affine.store %next, %reach[%i + 2, %j + 1] : memref<?x?xi8>
      }
    }
  }
  return
}
