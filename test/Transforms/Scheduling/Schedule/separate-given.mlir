// RUN: rm -rf %t && mkdir %t
// RUN: polymem-opt %s --polymem-schedule=save-schedule=%t -o %t/saved.mlir
// RUN: polymem-opt %s --polymem-schedule=load-schedule=%t -o %t/loaded.mlir
// RUN: diff %t/saved.mlir %t/loaded.mlir
// RUN: FileCheck %s --input-file=%t/columns_and_rows.yaml

// Orders name the parts of statements by their stores, and can be read again.

// CHECK: domain:
// CHECK: filter: "{{.*}}{ S0_0[i0, i1] }"
// CHECK: filter: "{{.*}}{ S0_1[i0, i1] }"

// A part that does not exist: the store to s cannot be in two statements.
// RUN: not polymem-opt %s --polymem-schedule="order='{ domain: \"[arg3, arg4] -> { S0_0[i0, i1] : 0 <= i0 < arg3 and 0 <= i1 < arg4; S0_0_1[i0, i1] : 0 <= i0 < arg3 and 0 <= i1 < arg4 }\" }'" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: the schedule in 'order' cannot be used: it has
func.func @columns_and_rows(%A: memref<?x?xf32>, %s: memref<?xf32>, %q: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s0 = affine.load %s[%j] : memref<?xf32>
      %s1 = arith.addf %s0, %a : f32
      affine.store %s1, %s[%j] : memref<?xf32>
      %q0 = affine.load %q[%i] : memref<?xf32>
      %q1 = arith.addf %q0, %a : f32
      affine.store %q1, %q[%i] : memref<?xf32>
    }
  }
  return
}
