// Loads of a copy come together in kernels, but not where instructions are counted that the
// cost model is compared with.

// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=EIGHT
// RUN: polymem-opt %s --polymem-to-emulator -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=EIGHT
// RUN: polymem-opt %s --polymem-to-ptx=batch-loads=4 -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: polymem-opt %s --polymem-to-ptx=batch-loads=1 -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --polymem-to-emulator=count-instructions=true -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NONE

// EIGHT: polymem-batch-loads{loads=8}
// FOUR: polymem-batch-loads{loads=4}
// NONE-NOT: polymem-batch-loads
// NONE: polymem-unroll-loops
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
