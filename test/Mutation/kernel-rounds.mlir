// A round that is lost is a whole one, however long its step is; comparisons for equality are no
// places for exchanged operands.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{fault=lose-round site=0}))' | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list only=swap-operands}))' -o /dev/null | FileCheck %s --check-prefix=SWAP --implicit-check-not=swap-operands
// SWAP: swap-operands 0: {{.*}} arith.cmpi

// CHECK-LABEL: func @f
func.func @f(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1.0 : f32
    // CHECK: gpu.launch
    // CHECK: %[[END:.*]] = arith.constant 8 : index
    // CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[END]] step
    scf.for %round = %c0 to %c16 step %c8 {
      %i = arith.addi %round, %t : index
      %less = arith.cmpi slt, %i, %n : index
      %same = arith.cmpi eq, %i, %n : index
      %both = arith.ori %less, %same : i1
      scf.if %both {
        memref.store %one, %A[%i] : memref<?xf32>
      }
    }
    gpu.terminator
  }
  return
}
