// RUN: not polymem-opt %s --polymem-to-ptx="machine=pdp11" 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not polymem-opt %s --polymem-to-ptx="machine=cpu" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not polymem-opt %s --polymem-to-ptx="machine=nvidia-gtx8800" 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not polymem-opt %s --polymem-to-ptx="emit=cubin" 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: not polymem-opt %s --polymem-to-ptx="index-bitwidth=16" 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not polymem-opt %s --polymem-to-cpu="mapping=cube" 2>&1 | FileCheck %s --check-prefix=MAPPING
// RUN: not polymem-opt %s --polymem-to-cpu="emit=text" 2>&1 | FileCheck %s --check-prefix=CPUEMIT

// MACHINE: pdp11
// CPU: machine 'cpu' is not a GPU: polymem-to-ptx needs one; see polymem-to-cpu
// CHIP: machine 'nvidia-gtx8800' names no chip that LLVM generates PTX for; give chip=sm_XX features=+ptxYY
// EMIT: for the --emit option: there is no 'cubin'; give 'ptx', 'module', 'staged' or 'cost'
// INDEX: for the --index-bitwidth option: there is no '16'; give 'auto', '32' or '64'
// MAPPING: for the --mapping option: there is no 'cube'; give 'none' or 'gpu'
// CPUEMIT: for the --emit option: there is no 'text'; give 'llvm' or 'loops'
func.func @f() {
  return
}
