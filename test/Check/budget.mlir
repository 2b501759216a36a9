// RUN: polymem-opt %polymem_src/benchmarks/kernels/mv.mlir -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-tile{sizes=4,4},polymem-check{max-isl-operations=3000}))' \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark 2>&1 | FileCheck %s

// All steps of a check have five times as much together, those for the tile sizes
// that are tried included.
// RUN: not polymem-opt %S/Violations/run-time-fixed-window.mlir --polymem-check=max-isl-operations=20000 \
// RUN:   --isl-operations -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOGETHER
// TOGETHER: isl operations: {{1?[0-9]?[0-9]?[0-9]?[0-9]?[0-9]$}}

// CHECK: NotDecided {{.*}}not decided: {{.*}} more than 3000 isl operations
// CHECK-NOT: violated
