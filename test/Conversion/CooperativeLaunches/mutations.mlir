// The barriers that make one launch of several are needed: the emulator finds a race where the first, or
// the last, is dropped, and none in what is made.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}, canonicalize, cse))' > %t
// RUN: polymem-run %t --emulator-seed=1..4 --count | FileCheck %s
// CHECK-COUNT-4: turns: emulator seed {{[1-4]}}: ran
// CHECK: 1 launch, {{.*}} grid barriers

// RUN: awk '!(/scratch.grid_barrier/ && ++n == 1)' %t > %t.first
// RUN: not cmp -s %t %t.first
// RUN: not polymem-run %t.first | FileCheck %s --check-prefix=FIRST
// FIRST: data race on argument 1

// RUN: awk '!(/scratch.grid_barrier/ && ++n == 2)' %t > %t.last
// RUN: not cmp -s %t %t.last
// RUN: not polymem-run %t.last | FileCheck %s --check-prefix=LAST
// LAST: data race on argument 1
// LAST: read there before

// Each element goes once around all blocks.
func.func @turns(%A: memref<64xi32>, %B: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %round = %c0 to %c8 step %c1 {
    gpu.launch blocks(%b, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
               threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
      %first = arith.muli %b, %c16 : index
      %i = arith.addi %first, %t : index
      %a = memref.load %A[%i] : memref<64xi32>
      memref.store %a, %B[%i] : memref<64xi32>
      gpu.terminator
    }
    gpu.launch blocks(%b, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
               threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
      %first = arith.muli %b, %c16 : index
      %i = arith.addi %first, %t : index
      %shifted = arith.addi %i, %c8 : index
      %other = arith.remui %shifted, %c64 : index
      %c = memref.load %B[%other] : memref<64xi32>
      memref.store %c, %A[%i] : memref<64xi32>
      gpu.terminator
    }
  }
  return
}
