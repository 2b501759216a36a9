// Orders that are not those of the program, and texts that are none.

// DEFINE: %{print} = polymem-opt %s -o /dev/null --remarks-filter=polymem-print-array-storage --remark-format=emitRemark --pass-pipeline='builtin.module(func.func(polymem-print-array-storage
// RUN: %{print}{order="{ S1[i] -> S0[j] }"}))' 2>&1 | FileCheck %s --check-prefix=REVERSED --implicit-check-not=cells
// REVERSED: remark: {{.*}}OtherOrder{{.*}}accesses to mem0 that depend on each other happen the other way round
// RUN: %{print}{order="{ S0[i] -> S1[j] : i <= j }"}))' 2>&1 | FileCheck %s --check-prefix=PARTIAL
// PARTIAL: mem0: i0 mod arg1, arg1 cells
// RUN: not %{print}{order=forall}))' 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: {{.*}}order: 'forall' is neither 'program' nor 'lock-step', nor a relation that isl can read
// RUN: not %{print}{assume=arg1}))' 2>&1 | FileCheck %s --check-prefix=ASSUME
// ASSUME: error: {{.*}}assume: expected 'name=value', not 'arg1'
// RUN: %{print}{max-isl-operations=10 order="{ S0[i] -> S1[j] : i <= j }"}))' 2>&1 | FileCheck %s --check-prefix=BUDGET --implicit-check-not=cells
// BUDGET: remark: {{.*}}

func.func @copy(%out: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %zero, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %0 = affine.load %t[%i] : memref<?xf32>
    affine.store %0, %out[%i] : memref<?xf32>
  }
  return
}
