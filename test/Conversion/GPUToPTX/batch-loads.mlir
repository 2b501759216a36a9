// RUN: polymem-opt %s --polymem-batch-loads=loads=4 --canonicalize | FileCheck %s

// Loads of several rounds come before the first store; of more than two, one of a
// round that is left out is that of a round which is not.

#ws = #gpu.address_space<workgroup>

// CHECK: #[[COUNT:.*]] = #llvm.loop_unroll<count = 1 : i32>
// CHECK: #[[ONCE:.*]] = #llvm.loop_annotation<unroll = #[[COUNT]]>

gpu.module @kernels {
  // Few rounds: no loop is left.
  // CHECK-LABEL: gpu.func @few
  // CHECK-NOT: scf.for
  // CHECK-COUNT-3: memref.load
  // CHECK-NOT: memref.load
  // CHECK-COUNT-3: memref.store
  // CHECK-NOT: memref.store
  // CHECK: gpu.return
  gpu.func @few(%A: memref<?xf32>, %t: index) workgroup(%b: memref<96xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c96 = arith.constant 96 : index
    scf.for %i = %c0 to %c96 step %c32 {
      %k = arith.addi %i, %t : index
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%k] : memref<96xf32, #ws>
    }
    gpu.return
  }

  // 6 rounds are two times 3: nothing is left over.
  // CHECK-LABEL: gpu.func @even
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C192:.*]] = arith.constant 192 : index
  // CHECK-DAG: %[[C96:.*]] = arith.constant 96 : index
  // CHECK: scf.for %{{.*}} = %[[C0]] to %[[C192]] step %[[C96]]
  // CHECK-COUNT-3: memref.load
  // CHECK-NOT: scf.if
  // CHECK-COUNT-3: memref.store
  gpu.func @even(%A: memref<?xf32>, %t: index) workgroup(%b: memref<192xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c192 = arith.constant 192 : index
    scf.for %i = %c0 to %c192 step %c32 {
      %k = arith.addi %i, %t : index
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%k] : memref<192xf32, #ws>
    }
    gpu.return
  }

  // The first round of four is done; the others, where they are, or it is loaded
  // again.
  // CHECK-LABEL: gpu.func @unknown_rounds
  // CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[T:.*]]: index, %[[N:.*]]: index)
  // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
  // CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
  // CHECK: scf.for %[[I:.*]] = %[[T]] to %[[N]] step %[[C32]]
  // CHECK: %[[I1:.*]] = arith.addi %[[I]], %[[C8]]
  // CHECK: %[[C1:.*]] = arith.cmpi slt, %[[I1]], %[[N]]
  // CHECK: %[[L1:.*]] = arith.select %[[C1]], %[[I1]], %[[I]]
  // CHECK: memref.load %[[A]][%[[I]]]
  // CHECK: memref.load %[[A]][%[[L1]]]
  // CHECK-COUNT-2: memref.load
  // CHECK-NOT: memref.load
  // CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
  // CHECK: scf.if %[[C1]] {
  // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I1]]]
  // CHECK: llvm.loop_annotation = #[[ONCE]]
  gpu.func @unknown_rounds(%A: memref<?xf32>, %t: index, %n: index)
      workgroup(%b: memref<64xf32, #ws>) kernel {
    %c8 = arith.constant 8 : index
    scf.for %i = %t to %n step %c8 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<64xf32, #ws>
    } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32>>}
    gpu.return
  }

  // Of two rounds, one that is left out loads nothing: no element is loaded again.
  // CHECK-LABEL: gpu.func @condition
  // CHECK-SAME: %[[LEAST:[a-z0-9]*]]: index)
  // CHECK-DAG: %[[C0:.*]] = arith.cmpi sge, %{{.*}}, %[[LEAST]]
  // CHECK-DAG: %[[C1:.*]] = arith.cmpi sge, %{{.*}}, %[[LEAST]]
  // CHECK: %[[X0:.*]] = scf.if %[[C0]] -> (f32) {
  // CHECK-NEXT: memref.load
  // CHECK: %[[X1:.*]] = scf.if %[[C1]] -> (f32) {
  // CHECK-NEXT: memref.load
  // CHECK-NOT: memref.load
  // CHECK: arith.addf %[[X0]], %[[X0]]
  // CHECK: memref.store
  // CHECK: arith.addf %[[X1]], %[[X1]]
  // CHECK: memref.store
  gpu.func @condition(%A: memref<?xf32>, %t: index, %least: index)
      workgroup(%b: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c32 {
      %k = arith.addi %i, %t : index
      %in = arith.cmpi sge, %k, %least : index
      scf.if %in {
        %x = memref.load %A[%k] : memref<?xf32>
        %y = arith.addf %x, %x : f32
        memref.store %y, %b[%k] : memref<64xf32, #ws>
      }
    }
    gpu.return
  }

  // Of more, where the first may be left out, too, all are where there is none.
  // CHECK-LABEL: gpu.func @three
  // CHECK: arith.ori
  // CHECK: %[[ANY:.*]] = arith.ori
  // CHECK: scf.if %[[ANY]] {
  // CHECK: memref.load
  // CHECK: memref.load
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK-NEXT: memref.store
  // CHECK: scf.if
  // CHECK-NEXT: memref.store
  // CHECK: scf.if
  // CHECK-NEXT: memref.store
  gpu.func @three(%A: memref<?xf32>, %t: index, %least: index)
      workgroup(%b: memref<96xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c96 = arith.constant 96 : index
    scf.for %i = %c0 to %c96 step %c32 {
      %k = arith.addi %i, %t : index
      %in = arith.cmpi sge, %k, %least : index
      scf.if %in {
        %x = memref.load %A[%k] : memref<?xf32>
        memref.store %x, %b[%k] : memref<96xf32, #ws>
      }
    }
    gpu.return
  }

  // A loop of two rounds in one of two.
  // CHECK-LABEL: gpu.func @nest
  // CHECK-NOT: scf.for
  // CHECK-COUNT-4: memref.load
  // CHECK-COUNT-4: memref.store
  // CHECK: gpu.return
  gpu.func @nest(%A: memref<?x?xf32>, %t: index)
      workgroup(%b: memref<2x64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c64 step %c32 {
        %k = arith.addi %j, %t : index
        %x = memref.load %A[%i, %k] : memref<?x?xf32>
        memref.store %x, %b[%i, %k] : memref<2x64xf32, #ws>
      }
    }
    gpu.return
  }

  // Each round has an element of its own.
  // CHECK-LABEL: gpu.func @own
  // CHECK-NOT: scf.for
  // CHECK-COUNT-3: memref.load
  // CHECK-COUNT-3: memref.store
  gpu.func @own(%A: memref<?xf32>, %t: index) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c96 = arith.constant 96 : index
    scf.for %i = %c0 to %c96 step %c32 {
      %k = arith.addi %t, %i : index
      %x = memref.load %A[%k] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %A[%k] : memref<?xf32>
    }
    gpu.return
  }
}
