// RUN: polymem-opt %s --canonicalize | FileCheck %s
// RUN: polymem-opt %s --canonicalize --polymem-batch-loads | FileCheck %s

// What stays as it is: a round may load what the one before has stored, or whether
// and what it loads depends on what is loaded.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @may_be_one_array
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  gpu.func @may_be_one_array(%A: memref<?xf32>, %B: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %B[%i] : memref<?xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @next_element
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK-NEXT: arith.addi
  // CHECK-NEXT: memref.store
  gpu.func @next_element(%A: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i] : memref<?xf32>
      %next = arith.addi %i, %c1 : index
      memref.store %x, %A[%next] : memref<?xf32>
    }
    gpu.return
  }

  // One element for all rounds.
  // CHECK-LABEL: gpu.func @sum
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK: memref.store
  // CHECK-NEXT: }
  gpu.func @sum(%A: memref<?xf32>, %k: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %y = memref.load %A[%k] : memref<?xf32>
      %z = arith.addf %y, %x : f32
      memref.store %z, %A[%k] : memref<?xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @gather
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK: memref.load
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  gpu.func @gather(%A: memref<?xf32>, %at: memref<?xindex>)
      workgroup(%b: memref<4xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = memref.load %at[%i] : memref<?xindex>
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%i] : memref<4xf32, #ws>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @data_condition
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: memref.store
  gpu.func @data_condition(%A: memref<?xf32>, %on: memref<?xi1>)
      workgroup(%b: memref<4xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %in = memref.load %on[%i] : memref<?xi1>
      scf.if %in {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %b[%i] : memref<4xf32, #ws>
      }
    }
    gpu.return
  }

  // A quotient may not be computed where the condition does not hold.
  // CHECK-LABEL: gpu.func @division
  // CHECK: scf.for
  // CHECK: scf.if
  // CHECK-NEXT: arith.divsi
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: memref.store
  gpu.func @division(%A: memref<?xf32>, %d: index, %in: i1)
      workgroup(%b: memref<4xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      scf.if %in {
        %k = arith.divsi %i, %d : index
        %x = memref.load %A[%k] : memref<?xf32>
        memref.store %x, %b[%i] : memref<4xf32, #ws>
      }
    }
    gpu.return
  }

  // A barrier, and a round whose threads read what others store.
  // CHECK-LABEL: gpu.func @barrier
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: gpu.barrier
  gpu.func @barrier(%A: memref<?xf32>) workgroup(%b: memref<4xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<4xf32, #ws>
      gpu.barrier
    }
    gpu.return
  }

  // The threads of a warp that do it are those whose condition holds.
  // CHECK-LABEL: gpu.func @shuffle
  // CHECK: scf.for
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK-NEXT: gpu.shuffle
  // CHECK-NEXT: memref.store
  gpu.func @shuffle(%A: memref<?xf32>, %in: i1) workgroup(%b: memref<4xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    scf.for %i = %c0 to %c4 step %c1 {
      scf.if %in {
        %x = memref.load %A[%i] : memref<?xf32>
        %y, %valid = gpu.shuffle xor %x, %one, %width : f32
        memref.store %y, %b[%i] : memref<4xf32, #ws>
      }
    }
    gpu.return
  }

  // Not a kernel: where its arguments are is not known.
  // CHECK-LABEL: gpu.func @no_kernel
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK-NEXT: memref.store
  gpu.func @no_kernel(%A: memref<?xf32>) workgroup(%b: memref<4xf32, #ws>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<4xf32, #ws>
    }
    gpu.return
  }
}
