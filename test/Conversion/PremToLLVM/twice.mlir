// RUN: polymem-opt %s --convert-prem-to-llvm -o %t.mlir
// RUN: polymem-opt %t.mlir --convert-prem-to-llvm | diff %t.mlir -

// What is lowered stays as it is.

func.func @thread() {
  prem.barrier
  return
}
func.func @f() {
  prem.launch @thread() cores 2
  return
}
