// All threads of a block must reach a barrier in convergence: one place, the
// same iterations of the loops around it. Threads that make up for each other
// at two barriers of one text, or at one barrier in different iterations, would
// not on a device.

// RUN: not polymem-run %s --entry=two_places | FileCheck %s --check-prefix=PLACES
// RUN: not polymem-run %s --entry=in_turn | FileCheck %s --check-prefix=TURN
// RUN: not polymem-run %s --entry=inner_rounds | FileCheck %s --check-prefix=ROUNDS
// RUN: polymem-run %s --entry=uniform | FileCheck %s --check-prefix=UNIFORM

#shared = #gpu.address_space<workgroup>

// PLACES: kernel two_places_kernel, block ({{[01]}},0,0): the threads of a block do not all reach the same barrier: 16 threads (0,0,0) (1,0,0) (2,0,0) ... wait (barrier at {{.*}}mlir:[[#@LINE+15]]:7); 48 threads (16,0,0) (17,0,0) (18,0,0) ... wait (barrier at {{.*}}mlir:[[#@LINE+19]]:7)
func.func @two_places(%A: memref<2x64xf32>, %B: memref<2x64xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<64xf32, #shared>) {
    %a = memref.load %A[%i, %t] : memref<2x64xf32>
    memref.store %a, %s[%t] : memref<64xf32, #shared>
    %low = arith.cmpi ult, %t, %c16 : index
    scf.if %low {

      gpu.barrier

    } else {

      gpu.barrier
    }
    %o = arith.subi %c63, %t : index
    %b = memref.load %s[%o] : memref<64xf32, #shared>
    memref.store %b, %B[%i, %t] : memref<2x64xf32>
    gpu.terminator
  }
  return
}

// Even threads in the first round, odd ones in the second.
// TURN: the threads of a block do not all reach the same barrier: 32 threads {{.*}} wait (barrier at {{.*}}mlir:[[#@LINE+16]]:9); 32 threads {{.*}} wait (barrier at {{.*}}mlir:[[#@LINE+16]]:9) in other iterations of a loop, or of another call
func.func @in_turn(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<64xf32, #shared>) {
    %a = memref.load %A[%t] : memref<64xf32>
    memref.store %a, %s[%t] : memref<64xf32, #shared>
    %odd = arith.remui %t, %c2 : index
    scf.for %round = %c0 to %c2 step %c1 {
      %mine = arith.cmpi eq, %round, %odd : index
      scf.if %mine {
        gpu.barrier
      }
    }
    %o = arith.subi %c63, %t : index
    %b = memref.load %s[%o] : memref<64xf32, #shared>
    memref.store %b, %B[%t] : memref<64xf32>
    gpu.terminator
  }
  return
}

// Each thread reaches it three times: in rounds of 1 and 2, or of 2 and 1.
// ROUNDS: the threads of a block do not all reach the same barrier:
func.func @inner_rounds(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %odd = arith.remui %t, %c2 : index
    scf.for %round = %c0 to %c2 step %c1 {
      %other = arith.xori %round, %odd : index
      %rounds = arith.addi %other, %c1 : index
      scf.for %r = %c0 to %rounds step %c1 {
        gpu.barrier
      }
    }
    %f = arith.constant 1.0 : f32
    memref.store %f, %A[%t] : memref<32xf32>
    gpu.terminator
  }
  return
}

// Loops around it that all threads run alike, each from a number of its own,
// and branches before and behind it.
// UNIFORM: uniform: ran
func.func @uniform(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
             workgroup(%s : memref<64xf32, #shared>) {
    %odd = arith.remui %t, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    scf.for %round = %c0 to %c3 step %c1 {
      %end = arith.addi %t, %c2 : index
      scf.for %r = %t to %end step %c1 {
        // Not all go so often through this.
        scf.for %x = %c0 to %odd step %c1 {
          %a = memref.load %A[%t] : memref<64xf32>
          memref.store %a, %s[%t] : memref<64xf32, #shared>
        }
        scf.if %is {
        } else {
          %a = memref.load %A[%t] : memref<64xf32>
          memref.store %a, %s[%t] : memref<64xf32, #shared>
        }
        gpu.barrier
        %o = arith.subi %c63, %t : index
        %b = memref.load %s[%o] : memref<64xf32, #shared>
        memref.store %b, %B[%t] : memref<64xf32>
        gpu.barrier
      }
    }
    gpu.terminator
  }
  return
}
