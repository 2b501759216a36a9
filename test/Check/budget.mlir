// RUN: polymem-opt %polymem_src/benchmarks/kernels/mv.mlir -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-tile{sizes=4,4},polymem-check{max-isl-operations=3000}))' \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark 2>&1 | FileCheck %s

// CHECK: NotDecided {{.*}}not decided: {{.*}} more than 3000 isl operations
// CHECK-NOT: violated
