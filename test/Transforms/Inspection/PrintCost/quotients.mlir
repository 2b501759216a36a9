// Threads read the quotient of their number and a constant that a loop changes: from 4 on, 32 threads
// have 8 numbers, of one sector; 1, 2 and 3 further, they have 9, of two sectors.
// RUN: polymem-opt %s --polymem-print-cost 2>&1 >/dev/null | FileCheck %s

// CHECK:     1 launch, 1 blocks of 32 threads
// CHECK:     global: 7 sectors loaded
// CHECK-NOT: not exact
func.func @quotients(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    scf.for %c = %c0 to %c4 step %c1 {
      %n = arith.addi %tx, %c : index
      %i = arith.floordivsi %n, %c4 : index
      %a = memref.load %A[%i] : memref<64xf32>
      %b = arith.addf %a, %a : f32
    }
    gpu.terminator
  }
  return
}
