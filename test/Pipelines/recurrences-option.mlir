// Recurrences are tiled by pipelines for a GPU that look for an order, unless the option says no, and
// reductions are reversed unless they keep their order. With proofs, one ends before and another begins behind
// these passes.

// RUN: polymem-opt %s --polymem-to-emulator -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null --dump-pass-pipeline 2>&1 >%t.ptx | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-emulator=check=true -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: polymem-opt %s --polymem-to-emulator=sizes=8 -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-emulator=schedule=never -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-emulator=recurrences=false -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-emulator=recurrences=false -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=REVERSED
// RUN: polymem-opt %s --polymem-to-emulator=reductions=never -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: polymem-opt %s --polymem-to-emulator=reassociate=true -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER

// AUTO: polymem-tile-recurrences{machine=nvidia-h200 max-isl-operations=1000000 strict=false strip-size=64 tile-size=32 warnings=true}
// AUTO-NEXT: polymem-reverse-reductions{max-isl-operations=1000000 reassociate=false strict=false warnings=true}
// AUTO-NEXT: polymem-time-tile
// PROOF: polymem-promote-scalars
// PROOF-NEXT: polymem-check
// PROOF-NEXT: polymem-tile-recurrences
// PROOF-NEXT: polymem-reverse-reductions
// PROOF-NEXT: polymem-mark-origin
// NEVER-NOT: polymem-tile-recurrences
// NEVER: polymem-tile{
// REVERSED: polymem-reverse-reductions{
// KEPT-NOT: polymem-reverse-reductions
// KEPT: polymem-tile{
// ANY: polymem-reverse-reductions{max-isl-operations=1000000 reassociate=true
func.func @f(%A: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %A[%i] : memref<?xf32>
  }
  return
}
