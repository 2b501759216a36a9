// RUN: polymem-opt %s --polymem-launch-metadata=output=%t.json -split-input-file -verify-diagnostics -o /dev/null
// RUN: not polymem-opt %s --polymem-launch-metadata=machine=pdp11 -o /dev/null 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not polymem-opt %s --polymem-launch-metadata=output=%t.missing/x.json -o /dev/null -split-input-file 2>&1 | FileCheck %s --check-prefix=FILE
// MACHINE: error: polymem-launch-metadata: {{.*}}pdp11
// FILE: error: cannot open output file

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // expected-error@+1 {{polymem-launch-metadata: the parameters of this kernel in PTX are not decided; run convert-gpu-to-nvvm first}}
    gpu.func @k(%i: index) kernel {
      gpu.return
    }
  }
}

// -----

module {
}
