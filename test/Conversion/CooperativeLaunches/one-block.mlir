// Launches of one block need no other blocks to wait for.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}, canonicalize, cse))' | FileCheck %s

// CHECK-LABEL: func @steps
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %[[C1]], %{{.*}} = %[[C1]], %{{.*}} = %[[C1]])
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.terminator
// CHECK-NOT: grid_barrier
func.func @steps(%A: memref<64xf32>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      %i = arith.subi %c63, %tx : index
      %a = memref.load %A[%i] : memref<64xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %A[%i] : memref<64xf32>
      gpu.terminator
    }
  }
  return
}
