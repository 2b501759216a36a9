// RUN: not polymem-opt %s --polymem-print-cost=machine=cpu 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not polymem-opt %s --polymem-print-cost=assume=N 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not polymem-opt %s --polymem-print-cost=assumed-size=0 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: not polymem-opt %s --polymem-print-cost=output=%t/none/file 2>&1 | FileCheck %s --check-prefix=FILE

// CPU: error: polymem-print-cost: machine 'cpu' is not a GPU, and the model is of launches
// SIZE: error: polymem-print-cost: option 'assume' has 'N'; write a size and its value, as in N=1000
// OTHERS: error: polymem-print-cost: option 'assumed-size' is 0; give 1 or more
// FILE: error: cannot open output file
func.func @f() {
  return
}
