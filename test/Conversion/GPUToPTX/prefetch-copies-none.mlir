// RUN: polymem-opt %s --polymem-prefetch-copies=registers=4 | FileCheck %s --implicit-check-not=iter_args
// RUN: polymem-opt %s --polymem-prefetch-copies=registers=4 -o /dev/null --remarks-filter=polymem-prefetch-copies --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=Prefetched

// What is not loaded early: a load might find another value, needs what is loaded, is in a loop, or is
// not followed by a barrier of all threads; or registers do not suffice.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @writes_global(
  // REMARK: WritesGlobal {{.*}} Function=writes_global {{.*}}not loaded early: the loop may write to global memory
  gpu.func @writes_global(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %t: index)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%t] : memref<32xf32, #ws>
      gpu.barrier
      %z = memref.load %b[%c0] : memref<32xf32, #ws>
      memref.store %z, %B[%t] : memref<?xf32>
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @needs_loaded(
  gpu.func @needs_loaded(%A: memref<?xf32>, %I: memref<?xindex>, %n: index, %t: index)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %i = memref.load %I[%k] : memref<?xindex>
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%t] : memref<32xf32, #ws>
      gpu.barrier
      %z = memref.load %b[%c0] : memref<32xf32, #ws>
      memref.store %z, %b[%t] : memref<32xf32, #ws>
      gpu.barrier
    }
    gpu.return
  }

  // What the loop carries decides where.
  // CHECK-LABEL: gpu.func @carried(
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: iter_args(%{{.*}} = %[[C0]]) -> (index)
  gpu.func @carried(%A: memref<?xf32>, %n: index, %t: index)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %end = scf.for %k = %c0 to %n step %c32 iter_args(%i = %c0) -> (index) {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %b[%t] : memref<32xf32, #ws>
      gpu.barrier
      %j = arith.muli %i, %t : index
      scf.yield %j : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @no_barrier_behind(
  gpu.func @no_barrier_behind(%A: memref<?xf32>, %n: index, %t: index, %some: i1)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%t] : memref<32xf32, #ws>
      scf.if %some {
        gpu.barrier
      }
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @in_a_loop(
  gpu.func @in_a_loop(%A: memref<?xf32>, %n: index, %t: index)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      scf.for %i = %c0 to %t step %c1 {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %b[%i] : memref<32xf32, #ws>
      }
      gpu.barrier
    }
    gpu.return
  }

  // Other operations may write anything.
  // CHECK-LABEL: gpu.func @atomic(
  // REMARK: WritesGlobal {{.*}} Function=atomic
  gpu.func @atomic(%A: memref<?xf32>, %n: index, %t: index, %f: f32)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k] : memref<?xf32>
      memref.store %x, %b[%t] : memref<32xf32, #ws>
      gpu.barrier
      %old = memref.atomic_rmw addf %f, %A[%t] : (f32, memref<?xf32>) -> f32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @too_many(
  // REMARK: Registers {{.*}} Function=too_many {{.*}} its loads take 5 registers and as many for addresses, what loops carry 0, of 4 ('registers')
  gpu.func @too_many(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %t: index)
      workgroup(%b: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %x = memref.load %A[%k] : memref<?xf32>
      %y = vector.load %B[%k] : memref<?xf32>, vector<4xf32>
      memref.store %x, %b[%t] : memref<64xf32, #ws>
      vector.store %y, %b[%t] : memref<64xf32, #ws>, vector<4xf32>
      gpu.barrier
    }
    gpu.return
  }

  // A condition computed by a division that may not be done without it.
  // CHECK-LABEL: gpu.func @may_divide_by_zero(
  gpu.func @may_divide_by_zero(%A: memref<?xf32>, %n: index, %t: index, %d: index)
      workgroup(%b: memref<32xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      %some = arith.cmpi ne, %d, %c0 : index
      scf.if %some {
        %q = arith.divui %k, %d : index
        %x = memref.load %A[%q] : memref<?xf32>
        memref.store %x, %b[%t] : memref<32xf32, #ws>
      }
      gpu.barrier
    }
    gpu.return
  }
}
