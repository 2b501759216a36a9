// Where loads and stores are not known, a remark says so.

// DEFINE: %{print} = polymem-opt %s -o /dev/null --remarks-filter=polymem-print-tile-storage --remark-format=emitRemark
// RUN: %{print} --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{print-sets sizes=s}))' 2>&1 | FileCheck %s
// CHECK: tiles @local
// CHECK: remark: [Missed] LocalArray
// CHECK-SAME: mem0 is allocated in a loop: each iteration has its own
// CHECK: arg0 load: {{.*}}false
// CHECK-NEXT: arg0 store: {{.*}} [i0] -> arg0[o0]
// CHECK-NOT: mem0

// RUN: polymem-opt %S/jacobi-1d.mlir -o /dev/null --remarks-filter=polymem-print-tile-storage --remark-format=emitRemark --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{print-sets sizes=s1,s2 schedule="{ S0[t,i] -> [t, 2t+i, 0]; S1[t,i] -> [t, 2t+i+1, 1] }" max-isl-operations=20000}))' 2>&1 | FileCheck %s --check-prefix=BUDGET
// BUDGET: remark: [Missed] Budget
// BUDGET-SAME: budget of 20000 isl operations exhausted: it is not known what tiles load and store of arg0
// BUDGET-NOT: arg0 load

func.func @local(%A: memref<?xf32>, %n: index, %value: f32) {
  affine.for %i = 0 to %n {
    %mem = memref.alloc() : memref<4xf32>
    affine.store %value, %mem[0] : memref<4xf32>
    %0 = affine.load %mem[0] : memref<4xf32>
    affine.store %0, %A[%i] : memref<?xf32>
  }
  return
}
