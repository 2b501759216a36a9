// A named barrier counts whole warps. Two halves of different warps do not make
// up for one, nor do threads that wait at different barriers of a warp.

// RUN: not polymem-run %s --entry=halves | FileCheck %s --check-prefix=HALVES
// RUN: not polymem-run %s --entry=two_places | FileCheck %s --check-prefix=PLACES
// RUN: polymem-run %s --entry=whole --emulator-seed=1..4 | FileCheck %s --check-prefix=WHOLE

// HALVES: only a part of warp {{[01]}} reaches an operation of all its lanes (barrier at {{.*}}): lane 16 has finished
func.func @halves(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %id = arith.constant 1 : i32
  %n = arith.constant 32 : i32
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %lane = arith.remui %t, %c32 : index
    %low = arith.cmpi ult, %lane, %c16 : index
    scf.if %low {
      nvvm.barrier id = %id number_of_threads = %n
    }
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  return
}

// PLACES: the threads of a block do not all reach the same barrier: 32 threads {{.*}} wait (barrier at {{.*}}); 32 threads {{.*}} wait (barrier at {{.*}})
func.func @two_places(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %id = arith.constant 1 : i32
  %n = arith.constant 64 : i32
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %lane = arith.remui %t, %c32 : index
    %low = arith.cmpi ult, %lane, %c16 : index
    scf.if %low {
      nvvm.barrier id = %id number_of_threads = %n
    } else {
      nvvm.barrier id = %id number_of_threads = %n
    }
    memref.store %f, %A[%t] : memref<64xf32>
    gpu.terminator
  }
  return
}

// Warps may come by different ways, and arrive ahead of the others.
// WHOLE-COUNT-4: whole: emulator seed {{[1-4]}}: ran
func.func @whole(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %full = arith.constant 1 : i32
  %free = arith.constant 2 : i32
  %n = arith.constant 64 : i32
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) {
    %produces = arith.cmpi ult, %t, %c32 : index
    scf.if %produces {
      scf.for %r = %c0 to %c3 step %c1 {
        %a = memref.load %A[%t] : memref<64xf32>
        nvvm.barrier id = %free number_of_threads = %n
        memref.store %a, %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
        nvvm.barrier.arrive id = %full number_of_threads = %n
      }
    } else {
      %lane = arith.subi %t, %c32 : index
      scf.for %r = %c0 to %c3 step %c1 {
        nvvm.barrier.arrive id = %free number_of_threads = %n
        nvvm.barrier id = %full number_of_threads = %n
        %b = memref.load %s[%lane] : memref<32xf32, #gpu.address_space<workgroup>>
        memref.store %b, %A[%t] : memref<64xf32>
      }
    }
    gpu.terminator
  }
  return
}
