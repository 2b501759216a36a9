// Vectors have the addresses that single elements have: the wide part of a base
// moves out of loops, subscripts of arrays of a constant shape have 32 bits.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-narrow-indices,canonicalize,cse))' | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @base
  // CHECK: %[[ROW:.*]] = memref.reinterpret_cast %{{.*}} : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
  // CHECK: scf.for %[[J:.*]] = {{.*}} : i32 {
  // CHECK: vector.load %[[ROW]][%{{.*}}] {alignment = 16 : i64} : memref<?xf32, strided<[1], offset: ?>>, vector<4xf32>
  // CHECK: vector.store %{{.*}}, %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<?xf32, strided<[1], offset: ?>>, vector<4xf32>
  gpu.func @base(%b: index, %row: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>) kernel {
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %end = arith.addi %origin, %c32 : index
    scf.for %i = %origin to %end step %c4 {
      %x = vector.load %A[%row, %i] {alignment = 16} : memref<?x?xf32>, vector<4xf32>
      vector.store %x, %B[%row, %i] {alignment = 16} : memref<?x?xf32>, vector<4xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @constant
  // CHECK: %[[SUM:.*]] = arith.addi {{.*}} : i32
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[SUM]] : i32 to index
  // CHECK: vector.load %{{.*}}[%[[INDEX]]] {alignment = 16 : i64} : memref<1040xf32>, vector<4xf32>
  gpu.func @constant(%i: index, %j: index, %A: memref<20x52xf32>, %B: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %A[%i, %j] {alignment = 16} : memref<20x52xf32>, vector<4xf32>
    vector.store %x, %B[%c0] {alignment = 16} : memref<4xf32>, vector<4xf32>
    gpu.return
  }
}
