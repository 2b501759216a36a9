// RUN: polymem-opt %s > %t
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-policy=all 2>%t.remarks | diff %t -
// RUN: FileCheck %s < %t.remarks
// RUN: polymem-opt %s --polymem-expand-arrays=always | FileCheck %s --check-prefix=ALWAYS

// Row k is overwritten where i = k, but columns are independent, and no row further down can do without
// the new row: with versions of it, no loop is parallel that is not without them.

// CHECK: [Missed] NothingGained
// CHECK-SAME: steps of the loop get no versions of what they overwrite: no loops would be parallel further out
// ALWAYS-LABEL: func.func @below
// ALWAYS: memref.alloc
func.func @below(%A: memref<?x?xi32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = affine_map<(k) -> (k)>(%k) to %n {
      affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %c = affine.load %A[%k, %j] : memref<?x?xi32>
        %s = arith.subi %a, %c : i32
        affine.store %s, %A[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
