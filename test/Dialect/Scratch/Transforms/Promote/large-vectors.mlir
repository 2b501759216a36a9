// A vector is accessed with an alignment of all its bytes, and buffers in shared memory are
// aligned to 16. (LLVM may compute addresses by it: they would be wrong.)

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=4 mapping=gpu},scratch-promote{promote-all memory-space=workgroup}))' \
// RUN:   --remarks-filter='scratch-promote' --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK: remark: {{.*}}its elements are aligned to 32 bytes, and buffers in shared memory to 16
// CHECK-LABEL: func.func @large
// CHECK-NOT: scratch.alloc
// CHECK-LABEL: func.func @small
// CHECK: scratch.alloc
func.func @large(%A: memref<?xvector<8xf32>>, %B: memref<?xvector<8xf32>>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %A[%i] : memref<?xvector<8xf32>>
    affine.store %0, %B[%i] : memref<?xvector<8xf32>>
  }
  return
}

func.func @small(%A: memref<?xvector<4xf32>>, %B: memref<?xvector<4xf32>>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %A[%i] : memref<?xvector<4xf32>>
    affine.store %0, %B[%i] : memref<?xvector<4xf32>>
  }
  return
}
