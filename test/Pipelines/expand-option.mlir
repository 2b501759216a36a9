// Before another order is looked for, arrays may be expanded; where the order
// stays they are not.

// RUN: polymem-opt %s --polymem-to-cpu=emit=loops -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-ptx="fusion=max assume=N=10 max-isl-operations=5000" -o /dev/null --dump-pass-pipeline 2>&1 >%t.ptx | FileCheck %s --check-prefix=GPU
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops expand=never" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops schedule=never" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ORDER

// AUTO: polymem-expand-arrays{{.*}}always=false {{.*}}max-isl-operations=1000000
// AUTO-NEXT: polymem-schedule
// GPU: {{^ +}}polymem-expand-arrays{{.*}}assume={{.}}N=10{{.}} {{.*}}fusion=max {{.*}}max-isl-operations=5000
// GPU-NEXT: {{^ +}}polymem-schedule{flat-level-tile={{[0-9]+}} fusion=max
// NEVER-NOT: polymem-expand-arrays
// NEVER: polymem-schedule
// ORDER-NOT: polymem-expand-arrays
// ORDER: polymem-tile

func.func @f(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
