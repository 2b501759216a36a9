// gpu.launch runs on an emulator: blocks, threads, workgroup and private
// memory, barriers; and finds races, divergent barriers and overruns.

// DEFINE: %{run} = polymem-run %s --compare --check-bounds --entry=reverse --sizes=N=3 --sizes=N=1

// RUN: %{run} --against=launch --against=dynamic --against=ids | FileCheck %s
// CHECK:      reverse against launch: N=3: identical (2 arrays, 48 elements, 24 changed)
// CHECK-NEXT: reverse against dynamic: N=3: identical
// CHECK-NEXT: reverse against ids: N=3: identical
// CHECK-NEXT: reverse against launch: N=1: identical

// RUN: not %{run} --against=no_barrier | FileCheck %s --check-prefix=RACE
// RACE: reverse against no_barrier: N=3: race on workgroup memory, byte {{[0-9]+}}: thread {{[0-7]}} of block 0 {{reads|writes}} what thread {{[0-7]}} {{read|wrote}}, with no barrier between
// RUN: not %{run} --against=between_blocks | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: reverse against between_blocks: N=3: race on global memory: thread {{[0-7]}} of block 1 writes what block 0 wrote, with no barrier between
// BLOCKS: reverse against between_blocks: N=1: identical
// RUN: not %{run} --against=divergent | FileCheck %s --check-prefix=DIVERGENT
// DIVERGENT: reverse against divergent: N=3: the threads of a block do not all reach the same barrier
// RUN: not %{run} --against=overrun | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: reverse against overrun: N=3: ERROR: Runtime op verification failed
// RUN: not %{run} --against=large | FileCheck %s --check-prefix=LARGE
// LARGE: launch of an empty grid or of a block that is empty or has more than 1024 threads
// RUN: not polymem-run %s --entry=cluster --sizes=N=1 2>&1 | FileCheck %s --check-prefix=CLUSTER
// CLUSTER: cannot be executed: clusters and asynchronous launches are not emulated

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
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %first = arith.cmpi ult, %tx, %c1 : index
    scf.if %first {
      gpu.barrier
    } else {
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
