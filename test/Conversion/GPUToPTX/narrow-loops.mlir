// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-narrow-indices,canonicalize,cse))' | FileCheck %s

// Loops around a tile's origin count from its corner, with 32 bits; what only
// the origin needs is computed with 64.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @exact
  // CHECK: %[[O:.*]] = arith.muli %{{.*}}, %{{.*}} : index
  // CHECK: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
  // CHECK:   %[[INDEX:.*]] = arith.index_cast %[[J]] : i32 to index
  // CHECK:   arith.addi %[[O]], %[[INDEX]] : index
  gpu.func @exact(%b: index, %A: memref<?xindex>) kernel {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %end = arith.addi %origin, %c32 : index
    scf.for %i = %origin to %end step %c1 {
      memref.store %i, %A[%b] : memref<?xindex>
    }
    gpu.return
  }

  // Bounds that are cut off by the array's are cut off to the tile's.
  // CHECK-LABEL: gpu.func @clipped
  // CHECK-SAME: (%{{.*}}: index, %[[N:.*]]: index,
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[O:.*]] = arith.muli
  // CHECK: %[[MIN:.*]] = arith.minsi %{{.*}}, %[[N]] : index
  // CHECK: %[[DISTANCE:.*]] = arith.subi %[[MIN]], %[[O]] : index
  // CHECK: %[[END:.*]] = arith.maxsi %[[DISTANCE]], %[[C0]] : index
  // CHECK: %[[NARROW:.*]] = arith.index_cast %[[END]] : index to i32
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[NARROW]] step %{{.*}} : i32 {
  gpu.func @clipped(%b: index, %N: index, %A: memref<?xindex>) kernel {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %full = arith.addi %origin, %c32 : index
    %end = arith.minsi %full, %N : index
    scf.for %i = %origin to %end step %c1 {
      memref.store %i, %A[%b] : memref<?xindex>
    }
    gpu.return
  }

  // How long this one is depends on a size: it may have more than 2^31 rounds.
  // CHECK-LABEL: gpu.func @long
  // CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{[^:]*}} {
  gpu.func @long(%b: index, %N: index, %A: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %N step %c1 {
      memref.store %i, %A[%b] : memref<?xindex>
    }
    gpu.return
  }

  // Bounds compared as numbers without sign: a negative origin is a large number.
  // CHECK-LABEL: gpu.func @unsigned
  // CHECK: scf.for unsigned %{{.*}} = %{{.*}} to %{{.*}} step %{{[^:]*}} {
  gpu.func @unsigned(%b: index, %A: memref<?xindex>) kernel {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %end = arith.addi %origin, %c32 : index
    scf.for unsigned %i = %origin to %end step %c1 {
      memref.store %i, %A[%b] : memref<?xindex>
    }
    gpu.return
  }
}
