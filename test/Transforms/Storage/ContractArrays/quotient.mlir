// RUN: polymem-opt %s --polymem-contract-arrays --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-run %s --check --compare --uninterpreted --check-bounds --sizes=N=1 --sizes=N=2 --sizes=N=9 --sizes=N=64 --pipeline='polymem-contract-arrays,convert-scratch-to-memref' | FileCheck %s --check-prefix=EXECUTED

// A[i / 2] is read last when A[i] is written: half of the array is alive.
// CHECK: %[[HALF:.*]] = arith.floordivsi %{{.*}}, %{{.*}}
// CHECK: %[[MORE:.*]] = arith.addi %[[HALF]], %{{.*}}
// CHECK: %[[MODULUS:.*]] = arith.maxsi %[[MORE]], %{{.*}}
// CHECK: scratch.alloc(%{{.*}})[%[[MODULUS]]] {shared_cells}

// EXECUTED: half: proved
// EXECUTED-COUNT-4: identical
func.func @half(%inp: memref<?xf32> {polymem.shape = ["N"]}, %out: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %cst = arith.constant 1.5 : f32
  // expected-remark@below {{mem0 takes 33 cells instead of 64 where arg2 = 64, by hyperplanes: i0 mod (floor(arg2/2) + 1), floor(arg2/2) + 1 cells; at least}}
  %A = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    %l1 = affine.load %inp[%i] : memref<?xf32>
    %s1 = arith.addf %cst, %l1 : f32
    affine.store %s1, %A[%i] : memref<?xf32>
    %l2 = affine.load %A[%i floordiv 2] : memref<?xf32>
    %s2 = arith.addf %cst, %l2 : f32
    affine.store %s2, %out[%i] : memref<?xf32>
  }
  memref.dealloc %A : memref<?xf32>
  return
}
