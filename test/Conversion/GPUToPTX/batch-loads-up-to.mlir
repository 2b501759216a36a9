// RUN: polymem-opt %s --polymem-batch-loads=loads=4 --canonicalize | FileCheck %s

// In a loop of steps, no loop is left of rounds that are few at most: those it does not have load what the first does, and
// store nothing.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // Of a tile at a border, 3 rows at most, none if N is 0.
  // CHECK-LABEL: gpu.func @border
  // CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[T:.*]]: index, %[[N:.*]]: index)
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[END:.*]] = arith.minsi %[[N]], %[[C3]]
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK-DAG: %[[IS0:.*]] = arith.cmpi sgt, %[[END]], %[[C0]]
  // CHECK-DAG: %[[IS1:.*]] = arith.cmpi sgt, %[[END]], %[[C1]]
  // CHECK-DAG: %[[IS2:.*]] = arith.cmpi sgt, %[[END]], %[[C2]]
  // CHECK: scf.if
  // CHECK-COUNT-3: memref.load %[[A]]
  // CHECK-NOT: memref.load
  // CHECK: scf.if %[[IS0]] {
  // CHECK-NEXT: memref.store
  // CHECK: scf.if %[[IS1]] {
  // CHECK-NEXT: memref.store
  // CHECK: scf.if %[[IS2]] {
  // CHECK-NEXT: memref.store
  // CHECK-NOT: memref.store
  // CHECK: gpu.return
  gpu.func @border(%A: memref<?xf32>, %t: index, %n: index) workgroup(%b: memref<96xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %end = arith.minsi %n, %c3 : index
    scf.for %step = %c0 to %n step %c32 {
      scf.for %i = %c0 to %end step %c1 {
        %row = arith.muli %i, %c32 : index
        %k = arith.addi %row, %t : index
        %x = memref.load %A[%k] : memref<?xf32>
        memref.store %x, %b[%k] : memref<96xf32, #ws>
      }
      gpu.barrier
    }
    gpu.return
  }

  // From what follows from a thread's number: 16 rows, 4 from each of 4 threads on.
  // CHECK-LABEL: gpu.func @threads
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK-COUNT-4: memref.load
  // CHECK-NOT: memref.load
  // CHECK: gpu.return
  gpu.func @threads(%A: memref<?xf32>, %n: index) workgroup(%b: memref<16xf32, #ws>) kernel {
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %end = arith.minsi %c16, %n : index
    %t = gpu.thread_id x
    %first = arith.divui %t, %c4 : index
    scf.for %step = %c4 to %n step %c16 {
      scf.for %i = %first to %end step %c4 {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %b[%i] : memref<16xf32, #ws>
      }
      gpu.barrier
    }
    gpu.return
  }

  // Without a loop of steps, one of one round is left, whose loads are together.
  // CHECK-LABEL: gpu.func @alone
  // CHECK: scf.for %{{.*}} step %c3
  // CHECK-COUNT-3: memref.load
  // CHECK-NOT: memref.load
  // CHECK: gpu.return
  gpu.func @alone(%A: memref<?xf32>, %n: index) workgroup(%b: memref<16xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %end = arith.minsi %n, %c3 : index
    scf.for %i = %c0 to %end step %c1 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<16xf32, #ws>
    }
    gpu.return
  }

  // Nor in one that stores to global memory, of which no copy is early.
  // CHECK-LABEL: gpu.func @storing
  // CHECK: scf.for
  // CHECK: scf.for %{{.*}} step %c3
  // CHECK: gpu.return
  gpu.func @storing(%A: memref<?xf32>, %n: index) workgroup(%b: memref<16xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %end = arith.minsi %n, %c3 : index
    scf.for %step = %c0 to %n step %c3 {
      scf.for %i = %c0 to %end step %c1 {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %b[%i] : memref<16xf32, #ws>
      }
      gpu.barrier
      %y = memref.load %b[%c0] : memref<16xf32, #ws>
      memref.store %y, %A[%step] : memref<?xf32>
    }
    gpu.return
  }

  // From anywhere on, rounds are not known to be few.
  // CHECK-LABEL: gpu.func @anywhere
  // CHECK: scf.for
  // CHECK: gpu.return
  gpu.func @anywhere(%A: memref<?xf32>, %first: index, %n: index) workgroup(%b: memref<16xf32, #ws>) kernel {
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %end = arith.minsi %c16, %n : index
    scf.for %i = %first to %end step %c4 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<16xf32, #ws>
    }
    gpu.return
  }

  // 5 at most are more than 4.
  // CHECK-LABEL: gpu.func @more
  // CHECK: scf.for
  // CHECK: gpu.return
  gpu.func @more(%A: memref<?xf32>, %n: index) workgroup(%b: memref<16xf32, #ws>) kernel {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %end = arith.minsi %c5, %n : index
    scf.for %i = %c0 to %end step %c1 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<16xf32, #ws>
    }
    gpu.return
  }
}
