// gpu.launch runs on the device emulator: blocks, threads, workgroup and
// private memory, barriers; which finds races, divergent barriers and overruns.

// DEFINE: %{run} = polymem-run %s --compare --entry=reverse --sizes=N=3 --sizes=N=1

// RUN: %{run} --check-bounds --against=launch --against=dynamic --against=ids | FileCheck %s
// CHECK:      reverse against launch: N=3: identical (2 arrays, 48 elements, 24 changed)
// CHECK-NEXT: reverse against dynamic: N=3: identical
// CHECK-NEXT: reverse against ids: N=3: identical
// CHECK-NEXT: reverse against launch: N=1: identical

// RUN: not %{run} --against=no_barrier --emulator-seed=1..4 | FileCheck %s --check-prefix=RACE
// RACE: reverse against no_barrier: N=3: emulator seed 1: no_barrier_kernel: {{data race|uninitialised read}} on __wg_no_barrier_kernel_0[{{[0-7]}}]
// RACE: reverse against no_barrier: N=3: emulator seed 2: no_barrier_kernel: {{data race|uninitialised read}} on __wg_no_barrier_kernel_0[{{[0-7]}}]
// RACE: reverse against no_barrier: N=1: emulator seed 4: no_barrier_kernel: {{data race|uninitialised read}} on __wg_no_barrier_kernel_0[{{[0-7]}}]
// RUN: not %{run} --against=between_blocks | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: reverse against between_blocks: N=3: between_blocks_kernel: data race on argument 1[{{[0-2]}}, {{[0-7]}}]
// BLOCKS: nothing orders the blocks of a launch
// BLOCKS: reverse against between_blocks: N=1: identical
// RUN: not %{run} --against=divergent | FileCheck %s --check-prefix=DIVERGENT
// DIVERGENT: reverse against divergent: N=3: kernel divergent_kernel, block (0,0,0): the threads of a block do not all reach the same barrier: thread (0,0,0) waits (barrier at {{.*}}launch.mlir:[[#]]:7); 7 threads (1,0,0) (2,0,0) (3,0,0) ... wait (barrier at {{.*}}launch.mlir:[[#]]:7)
// RUN: not %{run} --against=finished | FileCheck %s --check-prefix=FINISHED
// FINISHED: thread (0,0,0) waits (barrier at {{.*}}launch.mlir:[[#]]:7); 7 threads (1,0,0) (2,0,0) (3,0,0) ... have finished
// RUN: not %{run} --against=overrun | FileCheck %s --check-prefix=BEHIND
// BEHIND: reverse against overrun: N=3: overrun_kernel: out of bounds on __wg_overrun_kernel_0[7]
// RUN: not %{run} --against=overrun --checked=false | FileCheck %s --check-prefix=REDZONE
// REDZONE: kernel overrun_kernel, block (0,0,0): out-of-bounds write to workgroup memory, 0 bytes behind __wg_overrun_kernel_0
// RUN: not %{run} --against=overrun --check-bounds | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: reverse against overrun: N=3: kernel overrun_kernel, block (0,0,0), thread (7,0,0): assertion failed: ERROR: Runtime op verification failed
// RUN: not %{run} --against=large | FileCheck %s --check-prefix=LARGE
// LARGE: large_kernel: limit exceeded
// LARGE: 1089 threads per block, but the machine has at most 1024
// RUN: not %{run} --against=large --checked=false | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED: launch of kernel large_kernel: blocks of 33 x 33 x 1 = 1089 threads; the machine allows 1024
// RUN: not polymem-run %s --entry=cluster --sizes=N=1 2>&1 | FileCheck %s --check-prefix=CLUSTER
// CLUSTER: cannot be emulated: 'gpu.launch_func' with clusters is not supported

// B = each group of 8 elements of A in reverse order.
func.func @reverse(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, 7 - %j] : memref<?x8xf32>
      affine.store %a, %B[%i, %j] : memref<?x8xf32>
    }
  }
  return
}

func.func @launch(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %N, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      workgroup(%unused : memref<5xi8, #gpu.address_space<workgroup>>, %w : memref<8xf32, #gpu.address_space<workgroup>>)
      private(%p : memref<1xf32, #gpu.address_space<private>>) {
    %a = memref.load %A[%bx, %tx] : memref<?x8xf32>
    memref.store %a, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = arith.subi %c7, %tx : index
    %b = memref.load %w[%r] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %b, %p[%c0] : memref<1xf32, #gpu.address_space<private>>
    %c = memref.load %p[%c0] : memref<1xf32, #gpu.address_space<private>>
    memref.store %c, %B[%bx, %tx] : memref<?x8xf32>
    gpu.terminator
  }
  return
}

func.func @dynamic(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %bytes = arith.constant 36 : i32
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %N, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      dynamic_shared_memory_size %bytes {
    %s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %w = memref.view %s[%c4][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<workgroup>>
    %a = memref.load %A[%bx, %tx] : memref<?x8xf32>
    memref.store %a, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = arith.subi %c7, %tx : index
    %b = memref.load %w[%r] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %b, %B[%bx, %tx] : memref<?x8xf32>
    gpu.terminator
  }
  return
}

func.func @ids(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %N)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c4, %sz = %c1) {
    %i = gpu.block_id z
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %w = gpu.block_dim x
    %h = gpu.block_dim y
    %j = affine.apply affine_map<(y, x)[w] -> (y * w + x)>(%y, %x)[%w]
    %r = affine.apply affine_map<(y, x)[w, h] -> (w * h - 1 - y * w - x)>(%y, %x)[%w, %h]
    %a = memref.load %A[%i, %r] : memref<?x8xf32>
    memref.store %a, %B[%i, %j] : memref<?x8xf32>
    gpu.terminator
  }
  return
}

func.func @no_barrier(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %N, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>) {
    %a = memref.load %A[%bx, %tx] : memref<?x8xf32>
    memref.store %a, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
    %r = arith.subi %c7, %tx : index
    %b = memref.load %w[%r] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %b, %B[%bx, %tx] : memref<?x8xf32>
    gpu.terminator
  }
  return
}

// Every block writes all rows.
func.func @between_blocks(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %N, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %r = arith.subi %c7, %tx : index
    scf.for %i = %c0 to %N step %c1 {
      %a = memref.load %A[%i, %r] : memref<?x8xf32>
      memref.store %a, %B[%i, %tx] : memref<?x8xf32>
    }
    gpu.terminator
  }
  return
}

func.func @divergent(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %first = arith.cmpi ult, %tx, %c1 : index
    scf.if %first {
      gpu.barrier
    } else {
      memref.store %zero, %B[%c0, %tx] : memref<?x8xf32>
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

func.func @finished(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %first = arith.cmpi ult, %tx, %c1 : index
    scf.if %first {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}

func.func @overrun(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<7xf32, #gpu.address_space<workgroup>>) {
    memref.store %zero, %w[%tx] : memref<7xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}

func.func @large(%A: memref<?x8xf32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c1 = arith.constant 1 : index
  %c33 = arith.constant 33 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c33, %sy = %c33, %sz = %c1) {
    gpu.terminator
  }
  return
}

func.func @cluster(%N: index {polymem.param = "N"}) {
  gpu.launch clusters(%cx, %cy, %cz) in (%kx = %N, %ky = %N, %kz = %N)
      blocks(%bx, %by, %bz) in (%gx = %N, %gy = %N, %gz = %N)
      threads(%tx, %ty, %tz) in (%sx = %N, %sy = %N, %sz = %N) {
    gpu.terminator
  }
  return
}
