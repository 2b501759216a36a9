// The order of parts is one of the statement: as it is saved, it can be loaded.

// RUN: rm -rf %t && mkdir %t
// RUN: polymem-opt %s --polymem-schedule=save-schedule=%t -o %t/saved.mlir
// RUN: polymem-opt %s --polymem-schedule=load-schedule=%t -o %t/loaded.mlir
// RUN: diff %t/saved.mlir %t/loaded.mlir
// RUN: FileCheck %s --input-file=%t/closure.yaml

// CHECK: schedule: "[arg1] -> [{ S0[i0, i1, i2] -> [(i0)] }]"
// CHECK: - filter: "[arg1] -> { S0[i0, i1, i2] : i1 < i0 and i2 < i0 }"
// CHECK-NOT: S0_
func.func @closure(%A: memref<?x?xi32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %b = affine.load %A[%i, %k] : memref<?x?xi32>
        %c = affine.load %A[%k, %j] : memref<?x?xi32>
        %d = arith.addi %b, %c : i32
        %e = arith.minsi %a, %d : i32
        affine.store %e, %A[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
