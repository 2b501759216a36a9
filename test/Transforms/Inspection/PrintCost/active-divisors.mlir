// Divisors are looked at in active threads only: those of others may be 0 or less. 8 threads divide by 8
// and less, and read 8, 9, 10, 12, 16, 21, 32 and 64: of four sectors.
// RUN: polymem-opt %s --polymem-print-cost 2>&1 >/dev/null | FileCheck %s

// CHECK:     1 launch, 1 blocks of 32 threads
// CHECK:     global: 4 sectors loaded
// CHECK-NOT: not exact
func.func @active(%A: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    %few = arith.cmpi slt, %tx, %c8 : index
    scf.if %few {
      %d = arith.subi %c8, %tx : index
      %i = arith.floordivsi %c64, %d : index
      %a = memref.load %A[%i] : memref<128xf32>
      %b = arith.addf %a, %a : f32
    }
    gpu.terminator
  }
  return
}
