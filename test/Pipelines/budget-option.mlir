// RUN: polymem-opt %s --polymem-to-ptx=max-isl-operations=4321 --dump-pass-pipeline -o /dev/null 2>&1 >%t.ptx | FileCheck %s --check-prefixes=CHECK,PTX
// RUN: polymem-opt %s --polymem-to-emulator=max-isl-operations=4321 --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,PTX
// RUN: polymem-opt %s --polymem-to-cpu=max-isl-operations=4321 --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,CPU

// The budget of a pipeline reaches the lowering of buffers and copies as well.

// CHECK: Pass Manager with
// PTX: convert-scratch-to-gpu{{{[^}]*}}max-isl-operations=4321
// CPU: convert-scratch-to-memref{{{[^}]*}}max-isl-operations=4321
func.func @nothing(%A: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
