// The branches of a condition are at one time; what follows under the condition of one
// of them is later. Two values that it reads are there at once, and a third one never is.

// RUN: polymem-opt %s --polymem-contract-arrays --remarks-filter=polymem-contract-arrays -o /dev/null 2>&1 | FileCheck %s
// CHECK: mem0 takes 2 cells instead of {{[0-9]+}} where arg1 = 64, by {{.*}}; at least {{.*}}2 where

// RUN: polymem-run %s --compare --check --uninterpreted --sizes=N=1 --sizes=N=2 --sizes=N=5 \
// RUN:   --pipeline='polymem-contract-arrays,convert-scratch-to-memref'
#first = affine_set<(d0) : (-d0 >= 0)>
#others = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @branches(%A: memref<?x2xf32> {polymem.shape = ["N", "2"]}, %n: index {polymem.param = "N"}) {
  %t = memref.alloc(%n) : memref<?x3xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i, 0] : memref<?x2xf32>
    %y = affine.load %A[%i, 1] : memref<?x2xf32>
    affine.if #first(%i) {
      affine.store %x, %t[%i, 2] : memref<?x3xf32>
      %0 = affine.load %t[%i, 2] : memref<?x3xf32>
      affine.store %0, %A[%i, 1] : memref<?x2xf32>
    } else {
      affine.store %x, %t[%i, 0] : memref<?x3xf32>
      affine.store %y, %t[%i, 1] : memref<?x3xf32>
    }
    affine.if #others(%i) {
      %0 = affine.load %t[%i, 1] : memref<?x3xf32>
      %1 = affine.load %t[%i, 0] : memref<?x3xf32>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %A[%i, 0] : memref<?x2xf32>
    }
  }
  memref.dealloc %t : memref<?x3xf32>
  return
}
