// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=20 machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem))' -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=20 machine=prem-gu2023},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-prem{warnings=false}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// CHECK: warnings.mlir:[[#@LINE+4]]:3: warning: 1 of the 8 cores of 'prem-gu2023' runs this component: {{.*}} (groups of 'prem.plan'); cores wait while 1 of its buffers are stored and loaded, {{.*}} larger tiles wait less often
// CHECK-NOT: warning
// NONE-NOT: warning
func.func @scan(%a: memref<100xf32>) {
  affine.for %i = 1 to 100 {
    %p = affine.load %a[%i - 1] : memref<100xf32>
    %q = affine.load %a[%i] : memref<100xf32>
    %s = arith.addf %p, %q : f32
    affine.store %s, %a[%i] : memref<100xf32>
  }
  return
}
