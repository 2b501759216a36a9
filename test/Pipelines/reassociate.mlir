// RUN: polymem-opt %s --polymem-to-emulator="reassociate=true check" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-to-emulator="sizes=8" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=SIZES

// RUN: polymem-opt %s --polymem-to-emulator="reassociate=true sizes=8" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED: polymem-split-reductions{{.*}}reassociate=true
// ASKED: polymem-tile

// Sums are split between two proofs: in another order they are other values.
// Sizes that are given are for the loops as they are, unless it is asked for.

// CHECK: polymem-mark-origin
// CHECK: polymem-schedule
// CHECK: polymem-check
// CHECK-NEXT: polymem-split-reductions{{.*}}reassociate=true
// CHECK-NEXT: polymem-mark-origin
// CHECK: polymem-tile
// CHECK: polymem-check
// SIZES-NOT: polymem-split-reductions
// SIZES: polymem-tile

func.func @sum(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}
