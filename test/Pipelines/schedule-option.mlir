// The loops are reordered unless their order is asked for: by tile sizes, which
// belong to loops as they are written, or by the option.

// RUN: polymem-opt %s --polymem-to-cpu=emit=loops -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops sizes=8,8" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops schedule=never" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops sizes=8,8 schedule=always fusion=max max-isl-operations=5000" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ALWAYS
// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null --dump-pass-pipeline 2>&1 >%t.ptx | FileCheck %s --check-prefix=GPU
// RUN: polymem-opt %s --polymem-to-emulator=schedule=never -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER

// AUTO: polymem-schedule{flat-level-tile={{[0-9]+}} fusion=auto {{.*}}max-isl-operations=1000000 {{.*}} reorder-parallel=false{{.*}}
// AUTO-NEXT: polymem-tile{{.*}}max-isl-operations=1000000
// GPU: {{^ +}}polymem-schedule{flat-level-tile={{[0-9]+}} fusion=auto {{.*}}max-isl-operations=1000000 {{.*}} reorder-parallel=false{{.*}}
// GPU-NEXT: polymem-choose-axes{{.*}}max-isl-operations=1000000
// GPU-NEXT: polymem-split-reductions{{.*}}max-isl-operations=1000000
// GPU-NEXT: polymem-tile{{.*}}max-isl-operations=1000000
// NEVER-NOT: polymem-schedule
// NEVER: polymem-tile
// ALWAYS: polymem-schedule{flat-level-tile={{[0-9]+}} fusion=max {{.*}}max-isl-operations=5000 {{.*}} reorder-parallel=true{{.*}}
// ALWAYS-NEXT: polymem-tile{{.*}}max-isl-operations=5000
// ALWAYS-NEXT: scratch-promote{{.*}}max-isl-operations=5000
// ALWAYS-NEXT: scratch-hoist-copies{{.*}}max-isl-operations=5000

func.func @f(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
