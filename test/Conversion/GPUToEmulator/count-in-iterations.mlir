// Lanes make a request together in the same iterations of the loops around an access, whatever
// they have skipped before: 32 lanes read a row of 32 words in each iteration, one sector for 8.
// RUN: polymem-run %s --entry=skip_first --emulate --count --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=SKIP
// RUN: polymem-run %s --entry=lengths --emulate --count --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=LENGTHS
// RUN: polymem-run %s --entry=behind --emulate --count --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=BEHIND

// Lane 0 skips the first of 8 iterations: its k-th load is not the others' k-th.
// SKIP: global load 8 255 1020 32 32
func.func @skip_first(%A: memref<8x32xf32>, %B: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    scf.for %i = %c0 to %c8 step %c1 {
      %sum = arith.addi %i, %t : index
      %in = arith.cmpi sgt, %sum, %c0 : index
      scf.if %in {
        %a = memref.load %A[%i, %t] : memref<8x32xf32>
        memref.store %a, %B[%i, %t] : memref<8x32xf32>
      }
    }
    gpu.terminator
  }
  return
}

// In iteration i, lane t goes through the inner loop (t + i) mod 2 times: a request of each half
// of the lanes, whose 16 words touch all 4 sectors of the row.
// LENGTHS: global load 8 128 512 32 16
func.func @lengths(%A: memref<8x32xf32>, %B: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    scf.for %i = %c0 to %c8 step %c1 {
      %sum = arith.addi %i, %t : index
      %end = arith.remui %sum, %c2 : index
      scf.for %j = %c0 to %end step %c1 {
        %a = memref.load %A[%i, %t] : memref<8x32xf32>
        memref.store %a, %B[%i, %t] : memref<8x32xf32>
      }
    }
    gpu.terminator
  }
  return
}

// Behind a loop that is not equally long for all lanes, they are together again.
// BEHIND: global load 8 256 1024 32 32
func.func @behind(%A: memref<8x32xf32>, %B: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    scf.for %i = %c0 to %c8 step %c1 {
      %ones = scf.for %j = %c0 to %t step %c1 iter_args(%s = %zero) -> (f32) {
        %next = arith.addf %s, %s : f32
        scf.yield %next : f32
      }
      %a = memref.load %A[%i, %t] : memref<8x32xf32>
      %b = arith.addf %a, %ones : f32
      memref.store %b, %B[%i, %t] : memref<8x32xf32>
    }
    gpu.terminator
  }
  return
}
