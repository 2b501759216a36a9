// RUN: not polymem-opt %s --convert-prem-to-llvm=machine=nvidia-h100 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not polymem-opt %s --convert-prem-to-llvm=machine=nothing 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed 's/"cores": 8/"cores": 3/' %polymem_src/machines/prem-gu2023.json > %t.json
// RUN: polymem-opt %s --convert-prem-to-llvm=machine=%t.json | FileCheck %s --check-prefix=FILE

// The machine is a multicore.

// GPU: convert-prem-to-llvm: machine 'nvidia-h100' is not a multicore with scratchpads
// NONE: nothing
// FILE: dense<[3, 1000, 131072,
func.func @thread() {
  return
}
func.func @f() {
  prem.launch @thread() cores 2
  return
}
