// RUN: not polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-choose-sizes{machine=cpu}))' 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-choose-sizes{pipeline="polymem-tiles"}))' 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-choose-sizes{assume=N=-1}))' 2>&1 | FileCheck %s --check-prefix=SIZE

// CPU: error: polymem-choose-sizes: machine 'cpu' is not a GPU
// PIPELINE: 'polymem-tiles' does not refer to a registered pass or pass pipeline
// SIZE: error: polymem-choose-sizes: option 'assume' has 'N=-1'
func.func @f() {
  return
}
// RUN: not polymem-opt %s --polymem-choose-sizes 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: polymem-choose-sizes: give the passes to launches in the option 'pipeline'
// RUN: not polymem-opt %s --polymem-to-cpu=sizes=auto 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: option 'sizes': 'auto' needs launches, of which the cost model is
