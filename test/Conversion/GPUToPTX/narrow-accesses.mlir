// RUN: polymem-opt %s --pass-pipeline='builtin.module(gpu.module(polymem-narrow-indices,canonicalize,cse))' | FileCheck %s

gpu.module @kernels {
  // The address of the tile's part of a row is computed before the loop.
  // CHECK-LABEL: gpu.func @base
  // CHECK: %[[ROW:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}], strides: [1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
  // CHECK: scf.for %[[J:.*]] = {{.*}} : i32 {
  // CHECK:   %[[INDEX:.*]] = arith.index_cast %[[J]] : i32 to index
  // CHECK:   memref.load %[[ROW]][%[[INDEX]]]
  gpu.func @base(%b: index, %row: index, %A: memref<?x?xf32>, %B: memref<f32>) kernel {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %end = arith.addi %origin, %c32 : index
    scf.for %i = %origin to %end step %c1 {
      %x = memref.load %A[%row, %i] : memref<?x?xf32>
      memref.store %x, %B[] : memref<f32>
    }
    gpu.return
  }

  // Subscripts from the new base are not negative: the address of a GPU is added
  // to as an unsigned number.
  // CHECK-LABEL: gpu.func @negative
  // CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
  // CHECK-DAG: %[[C_16:.*]] = arith.constant -16 : index
  // CHECK: arith.addi %{{.*}}, %[[C_16]] : index
  // CHECK: scf.for %[[J:.*]] = {{.*}} : i32 {
  // CHECK:   %[[INDEX:.*]] = arith.index_cast %[[J]] : i32 to index
  // CHECK:   arith.addi %[[INDEX]], %[[C15]] : index
  gpu.func @negative(%b: index, %A: memref<?xf32>, %B: memref<f32>) kernel {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %end = arith.addi %origin, %c32 : index
    scf.for %i = %origin to %end step %c1 {
      %j = arith.subi %i, %c1 : index
      %x = memref.load %A[%j] : memref<?xf32>
      memref.store %x, %B[] : memref<f32>
    }
    gpu.return
  }

  // Of less than 2^29 elements, a subscript needs its lowest 32 bits only, also
  // of values that need not be small.
  // CHECK-LABEL: gpu.func @constant
  // CHECK-SAME: (%[[I:.*]]: index, %[[J:.*]]: index,
  // CHECK-DAG: %[[I32:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK-DAG: %[[J32:.*]] = arith.index_cast %[[J]] : index to i32
  // CHECK: %[[ROWS:.*]] = arith.muli %[[I32]], %{{.*}} : i32
  // CHECK: %[[SUM:.*]] = arith.addi {{.*}} : i32
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[SUM]] : i32 to index
  // CHECK: memref.load %{{.*}}[%[[INDEX]]] : memref<1000xf32>
  gpu.func @constant(%i: index, %j: index, %A: memref<20x50xf32>, %B: memref<f32>) kernel {
    %x = memref.load %A[%i, %j] : memref<20x50xf32>
    memref.store %x, %B[] : memref<f32>
    gpu.return
  }

  // 2^31 elements and more are beyond that.
  // CHECK-LABEL: gpu.func @large
  // CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<65536x65536xi8>
  gpu.func @large(%i: index, %j: index, %A: memref<65536x65536xi8>, %B: memref<i8>) kernel {
    %x = memref.load %A[%i, %j] : memref<65536x65536xi8>
    memref.store %x, %B[] : memref<i8>
    gpu.return
  }

  // A loop that an annotation says to keep its invariants in.
  // CHECK-LABEL: gpu.func @kept
  // CHECK: scf.for
  // CHECK: memref.load %{{.*}}[%{{.*}}] : memref<?xf32>
  gpu.func @kept(%b: index, %A: memref<?xf32>, %B: memref<f32>) kernel {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %origin = arith.muli %b, %c32 : index
    %end = arith.addi %origin, %c32 : index
    scf.for %i = %origin to %end step %c1 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %B[] : memref<f32>
    } {llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
    gpu.return
  }
}
