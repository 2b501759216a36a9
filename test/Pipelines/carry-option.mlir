// Threads keep what they accumulate from step to step in kernels, but not where instructions are
// counted that the cost model is compared with.

// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-emulator -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx=carry-registers=12 -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=TWELVE
// RUN: polymem-opt %s --polymem-to-ptx=carry-registers=0 -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --polymem-to-emulator=count-instructions=true -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: polymem-batch-loads
// CHECK: polymem-prefetch-copies
// CHECK: polymem-carry-accumulators{registers=96}
// TWELVE: polymem-carry-accumulators{registers=12}
// NONE-NOT: polymem-carry-accumulators
// NONE: polymem-unroll-loops
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
