// RUN: polymem-opt %s --polymem-print-ptx -split-input-file -verify-diagnostics -o /dev/null | FileCheck %s
// RUN: not polymem-opt %s --polymem-print-ptx="output=%t.missing/x.ptx" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE

// CHECK: .version 8.0
// CHECK-NEXT: .target sm_90
// FILE: error: cannot open output file
module {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = ".version 8.0\0A.target sm_90\0A">]
}

// -----

// expected-warning@+1 {{no kernel: nothing was mapped to the GPU, or the kernels are not compiled by gpu-module-to-binary{format=isa}}}
module {
}
