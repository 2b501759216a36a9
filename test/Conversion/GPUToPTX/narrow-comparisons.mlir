// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-narrow-indices,canonicalize,cse))' | FileCheck %s

// A comparison with a size becomes one with the size cut off to 32 bits, just
// outside of what the other side may be, before the loop.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @size
  // CHECK-SAME: (%[[N:.*]]: index,
  // CHECK-DAG: %[[C33:.*]] = arith.constant 32 : index
  // CHECK-DAG: %[[C_1:.*]] = arith.constant -1 : index
  // CHECK: %[[MAX:.*]] = arith.maxsi %[[N]], %[[C_1]] : index
  // CHECK: %[[MIN:.*]] = arith.minsi %[[MAX]], %[[C33]] : index
  // CHECK: %[[LIMIT:.*]] = arith.index_cast %[[MIN]] : index to i32
  // CHECK: scf.for
  // CHECK: arith.cmpi slt, %{{.*}}, %[[LIMIT]] : i32
  gpu.func @size(%N: index, %A: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scf.for %i = %c0 to %c32 step %c1 {
      %inside = arith.cmpi slt, %i, %N : index
      scf.if %inside {
        memref.store %i, %A[%i] : memref<?xindex>
      }
    }
    gpu.return
  }

  // N - 2 - (32 b + j) >= 0 is j <= N - 2 - 32 b, of a loop's number j.
  // CHECK-LABEL: gpu.func @difference
  // CHECK-SAME: (%[[B:.*]]: index, %[[N:.*]]: index,
  // CHECK: arith.minsi
  // CHECK: %[[LIMIT:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK: scf.for %[[J:.*]] = {{.*}} : i32 {
  // CHECK: arith.cmpi sle, %[[J]], %[[LIMIT]] : i32
  gpu.func @difference(%b: index, %N: index, %A: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %end = arith.addi %origin, %c32 : index
    scf.for %i = %origin to %end step %c1 {
      %0 = arith.subi %N, %c2 : index
      %1 = arith.subi %0, %i : index
      %inside = arith.cmpi sge, %1, %c0 : index
      scf.if %inside {
        memref.store %i, %A[%c0] : memref<?xindex>
      }
    }
    gpu.return
  }

  // Few rounds: cutting off would cost more than it saves.
  // CHECK-LABEL: gpu.func @few
  // CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : index
  gpu.func @few(%N: index, %A: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %inside = arith.cmpi slt, %i, %N : index
      scf.if %inside {
        memref.store %i, %A[%c0] : memref<?xindex>
      }
    }
    gpu.return
  }
}
