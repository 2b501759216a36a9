// RUN: not polymem-opt %s --polymem-scale-copies=strict 2>&1 | FileCheck %s
// CHECK: error: polymem-scale-copies: no buffer is loaded from for products alone
func.func @f(%A: memref<8xf32>) {
  return
}
