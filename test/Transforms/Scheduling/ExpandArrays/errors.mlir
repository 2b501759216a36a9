// RUN: not polymem-opt %s --polymem-expand-arrays=assume=S 2>&1 | FileCheck %s
// CHECK: error: polymem-expand-arrays: option 'assume' has 'S'

func.func @f(%A: memref<?xf32>) {
  return
}
