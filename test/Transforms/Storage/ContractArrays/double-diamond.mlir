// Two values of which only one is ever there share a cell: what is written under a
// condition is alive under it only.

// RUN: polymem-opt %s --polymem-contract-arrays --remarks-filter=polymem-contract-arrays -o /dev/null 2>&1 | FileCheck %s
// CHECK: mem0 takes 1 cells instead of 2

// RUN: polymem-run %s --compare --check --uninterpreted --sizes=C=0 --sizes=C=1 \
// RUN:   --pipeline='polymem-contract-arrays,convert-scratch-to-memref'
#yes = affine_set<()[s0] : (s0 - 1 >= 0)>
func.func @diamond(%A: memref<2xf32> {polymem.shape = ["2"]}, %c: index {polymem.param = "C"}) {
  %t = memref.alloc() : memref<2xf32>
  %x = affine.load %A[0] : memref<2xf32>
  %y = affine.load %A[1] : memref<2xf32>
  affine.if #yes()[%c] {
    affine.store %x, %t[0] : memref<2xf32>
  } else {
    affine.store %y, %t[1] : memref<2xf32>
  }
  affine.if #yes()[%c] {
    %0 = affine.load %t[0] : memref<2xf32>
    affine.store %0, %A[1] : memref<2xf32>
  } else {
    %0 = affine.load %t[1] : memref<2xf32>
    affine.store %0, %A[0] : memref<2xf32>
  }
  memref.dealloc %t : memref<2xf32>
  return
}
