// The budget suffices for the model of the tile, and not for the overlaps of
// the references, whose number grows with the square of theirs.

// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --scratch-promote=max-isl-operations=6000 -o %t.after \
// RUN:   --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: diff %t.before %t.after

// CHECK: [Failure] NotModelled {{.*}}Function=f {{.*}}nothing is promoted here: {{.*}}'scratch.tile': budget of 6000 isl operations exhausted

func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) {
    affine.for %k = %i to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%i)[%n] {
      %s0 = affine.load %A[%k] : memref<?xf32>
      %l1 = affine.load %A[%k + 1] : memref<?xf32>
      %s1 = arith.addf %s0, %l1 : f32
      %l2 = affine.load %A[%k + 2] : memref<?xf32>
      %s2 = arith.addf %s1, %l2 : f32
      %l3 = affine.load %A[%k + 3] : memref<?xf32>
      %s3 = arith.addf %s2, %l3 : f32
      %l4 = affine.load %A[%k + 4] : memref<?xf32>
      %s4 = arith.addf %s3, %l4 : f32
      %l5 = affine.load %A[%k + 5] : memref<?xf32>
      %s5 = arith.addf %s4, %l5 : f32
      %l6 = affine.load %A[%k + 6] : memref<?xf32>
      %s6 = arith.addf %s5, %l6 : f32
      %l7 = affine.load %A[%k + 7] : memref<?xf32>
      %s7 = arith.addf %s6, %l7 : f32
      affine.store %s7, %B[%k] : memref<?xf32>
    }
  }
  return
}
