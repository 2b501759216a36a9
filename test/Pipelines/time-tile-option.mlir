// Stencils are tiled in time by pipelines for a GPU, in one dimension of space,
// unless tile sizes are given or the order is to stay, or by the option.

// RUN: polymem-opt %s --polymem-to-emulator -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null --dump-pass-pipeline 2>&1 >%t.ptx | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-emulator=time-sizes=64 -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: polymem-opt %s --polymem-to-emulator=sizes=8 -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-emulator=schedule=never -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-emulator=time-tile=never -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops time-tile=always time-sizes=64,16 time-steps=5 time-shape=overlapped sizes=8 max-isl-operations=5000" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ALWAYS

// Of functions whose sizes are known, the sizes of these tiles are compared.
// AUTO: {{^ +}}polymem-choose-passes{alternatives=polymem-time-tile{machine=nvidia-h200 mapping=gpu max-cost={{[^ ]*}} max-dimensions=1 max-isl-operations=1000000 shape=auto {{ *}}steps=0 strict=false warnings=true}|polymem-time-tile{{[^|]*}} sizes={48,48} {{[^|]*}}|polymem-time-tile{{[^|]*}} sizes={128,64} {{.*}}only-known=true
// AUTO-NEXT: {{^ +}}polymem-expand-arrays
// AUTO-NEXT: {{^ +}}polymem-schedule
// GIVEN: {{^ +}}polymem-time-tile{{.*}} sizes={64}
// GIVEN-NEXT: {{^ +}}polymem-expand-arrays
// NEVER-NOT: polymem-time-tile
// NEVER: polymem-tile
// ALWAYS: polymem-time-tile{machine=cpu mapping=none max-cost={{[^ ]*}} max-dimensions=0 max-isl-operations=5000 shape=overlapped sizes={64,16} steps=5 strict=false warnings=true}
// ALWAYS-NEXT: polymem-tile

// The kernel's name is that of the only launch, in a loop over waves.
// RUN: polymem-run %s --emulate --compare --count --sizes=T=64,N=300 --pipeline='polymem-to-emulator{cooperative=never}' | FileCheck %s --check-prefix=LAUNCHES
// LAUNCHES: identical
// LAUNCHES: f_kernel: 2 launches
// LAUNCHES-NOT: launches
func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]},
             %B: memref<?xf32> {polymem.shape = ["N"]},
             %T: index {polymem.param = "T"},
             %N: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %b = affine.load %B[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
