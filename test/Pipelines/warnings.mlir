// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s
// RUN: polymem-opt %s --polymem-to-emulator -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx=warnings=false -o /dev/null 2>&1 >%t.ptx | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: polymem-opt %s --polymem-to-ptx=assume=N=20 -o /dev/null 2>&1 >%t.ptx | FileCheck %s --check-prefix=QUIET --allow-empty

// What is hopeless is said by default, unless that is switched off, or the sizes
// are too small to matter.

// CHECK: warning: this nest runs on one thread
// CHECK-NOT: warning
// QUIET-NOT: warning
func.func @recurrence(%A: memref<?xf32>, %N: index {polymem.param = "N"}) {
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = affine.load %A[%i] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
