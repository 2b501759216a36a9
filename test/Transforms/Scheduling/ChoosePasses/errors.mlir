// What is missing or wrong is an error.
// RUN: not polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{alternatives='cse|canonicalize'}))" 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{machine=cpu alternatives='cse|canonicalize' pipeline=cse}))" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{alternatives='cse|nothing' pipeline=cse}))" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{alternatives='cse' pipeline=cse assume=N}))" 2>&1 | FileCheck %s --check-prefix=ASSUME

// PIPELINE: polymem-choose-passes: give the passes to launches in the option 'pipeline'
// CPU: polymem-choose-passes: machine 'cpu' is not a GPU, and the model is of launches
// NAME: 'nothing' does not refer to a registered pass or pass pipeline
// ASSUME: option 'assume' has 'N'; write a size and its value, as in N=1000
func.func @f() {
  return
}
