// Faults in conditions and arithmetic, of the program that the score uses.

// RUN: polymem-opt %S/Inputs/division.mlir --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list only=drop-condition,swap-operands,hoist-division}))' -o /dev/null | FileCheck %s
// RUN: not polymem-opt %S/Inputs/division.mlir --pass-pipeline='builtin.module(func.func(polymem-mark-origin,test-polymem-mutate{fault=drop-condition},polymem-check))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONDITION
// RUN: not polymem-opt %S/Inputs/division.mlir --pass-pipeline='builtin.module(func.func(polymem-mark-origin,test-polymem-mutate{fault=swap-operands site=2},polymem-check))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SWAPPED
// RUN: not polymem-opt %S/Inputs/division.mlir --pass-pipeline='builtin.module(func.func(polymem-mark-origin,test-polymem-mutate{fault=hoist-division},polymem-check))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOISTED

// CHECK: drop-condition 0: {{.*}}: affine.if: without (d0) : (d0 - 4 >= 0)
// CHECK: swap-operands 0: {{.*}}: arith.divsi: operands exchanged
// CHECK: swap-operands 1: {{.*}}: arith.subi: operands exchanged
// CHECK: swap-operands 2: {{.*}}: arith.remui: operands exchanged
// CHECK: swap-operands 3: {{.*}}: arith.shrui: operands exchanged
// CHECK: swap-operands 4: {{.*}}: arith.maxnumf: operands exchanged
// CHECK: swap-operands 5: {{.*}}: arith.divf: operands exchanged
// CHECK: hoist-division 0: {{.*}}: arith.divsi: hoisted
// CHECK: hoist-division 1: {{.*}}: arith.remui: hoisted

// CONDITION: error: polymem-check: instances violated: {{.*}} is executed, which the original does not do
// SWAPPED: error: polymem-check: {{.*}} violated: {{.*}} differs in the end
// HOISTED: error: polymem-check: instances violated: with arg3 = 0: 'arith.divsi' is executed, which may be undefined
