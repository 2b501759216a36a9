// Blocks that wait for each other run together; a barrier that not all of them
// reach is an error that names it; without one, what another block reads is a
// race.

// RUN: polymem-run %s --entry=turns --emulator-seed=1..4 --count | FileCheck %s --check-prefix=TURNS
// RUN: not polymem-run %s --entry=missing | FileCheck %s --check-prefix=MISSING
// RUN: not polymem-run %s --entry=some_finish | FileCheck %s --check-prefix=FINISH
// RUN: not polymem-run %s --entry=two_places | FileCheck %s --check-prefix=PLACES
// RUN: not polymem-run %s --entry=rounds | FileCheck %s --check-prefix=ROUNDS
// RUN: not polymem-run %s --entry=no_room 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: not polymem-run %s --entry=some_threads | FileCheck %s --check-prefix=THREADS

// Each element goes once around all blocks.
// TURNS-COUNT-4: turns: emulator seed {{[1-4]}}: ran
// TURNS: turns_kernel: 1 launch, 4 blocks, {{.*}} 16 grid barriers
func.func @turns(%A: memref<64xi32>, %B: memref<64xi32>, %counter: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %first = arith.muli %b, %c16 : index
    %i = arith.addi %first, %t : index
    %shifted = arith.addi %i, %c8 : index
    %other = arith.remui %shifted, %c64 : index
    scf.for %round = %c0 to %c8 step %c1 {
      %a = memref.load %A[%other] : memref<64xi32>
      memref.store %a, %B[%i] : memref<64xi32>
      scratch.grid_barrier %counter : memref<1xi32>
      %c = memref.load %B[%i] : memref<64xi32>
      memref.store %c, %A[%i] : memref<64xi32>
      scratch.grid_barrier %counter : memref<1xi32>
    }
    gpu.terminator
  }
  return
}

// MISSING: missing_kernel: data race on argument 0
func.func @missing(%A: memref<64xi32>, %B: memref<64xi32>, %counter: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %first = arith.muli %b, %c16 : index
    %i = arith.addi %first, %t : index
    %shifted = arith.addi %i, %c8 : index
    %other = arith.remui %shifted, %c64 : index
    scratch.grid_barrier %counter : memref<1xi32>
    %a = memref.load %A[%other] : memref<64xi32>
    memref.store %a, %B[%i] : memref<64xi32>
    gpu.barrier
    %c = memref.load %B[%i] : memref<64xi32>
    memref.store %c, %A[%i] : memref<64xi32>
    gpu.terminator
  }
  return
}

// FINISH: kernel some_finish_kernel, block ({{[0-2]}},0,0) waits (grid barrier at {{.*}}mlir:[[#@LINE+10]]:7) for all blocks, of which 1 have finished: the blocks do not all reach the same barrier of the grid
func.func @some_finish(%counter: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %early = arith.cmpi ult, %b, %c3 : index
    scf.if %early {
      scratch.grid_barrier %counter : memref<1xi32>
    }
    gpu.terminator
  }
  return
}

// PLACES: kernel two_places_kernel, block (0,0,0) waits (grid barrier at {{.*}}mlir:[[#@LINE+9]]:7), but block {{[12]}} waits (grid barrier at {{.*}}mlir:[[#@LINE+11]]:7): the blocks do not all reach the same barrier of the grid
func.func @two_places(%counter: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c3, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %first = arith.cmpi ult, %b, %c1 : index
    scf.if %first {
      scratch.grid_barrier %counter : memref<1xi32>
    } else {
      scratch.grid_barrier %counter : memref<1xi32>
    }
    gpu.terminator
  }
  return
}

// Block 0 comes in the first round, block 1 in the second.
// ROUNDS: waits (grid barrier at {{.*}}), but block 1 waits (grid barrier at {{.*}}) in another iteration of a loop: the blocks
func.func @rounds(%counter: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    scf.for %round = %c0 to %c2 step %c1 {
      %mine = arith.cmpi eq, %round, %b : index
      scf.if %mine {
        scratch.grid_barrier %counter : memref<1xi32>
      }
    }
    gpu.terminator
  }
  return
}

// THREADS: the threads of a block do not all reach the same barrier: 16 threads {{.*}} wait (grid barrier at {{.*}}); 16 threads {{.*}} have finished
func.func @some_threads(%counter: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %low = arith.cmpi ult, %t, %c16 : index
    scf.if %low {
      scratch.grid_barrier %counter : memref<1xi32>
    }
    gpu.terminator
  }
  return
}

// ROOM: a cooperative launch of a grid of 3 x 100 x 1 blocks; there is room for 256 at a time
func.func @no_room(%counter: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c3, %gy = %c100, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    scratch.grid_barrier %counter : memref<1xi32>
    gpu.terminator
  }
  return
}
