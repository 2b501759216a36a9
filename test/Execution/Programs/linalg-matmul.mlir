// RUN: not polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-from-linalg --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s --check-prefix=AFTER --allow-empty
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-from-linalg,polymem-to-emulator --reference-pipeline=convert-linalg-to-affine-loops --sizes=M=20,N=30,K=25 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// The pass that is named does it.
// CHECK: linalg-matmul.mlir:[[#@LINE+5]]:3: warning: no kernel is made of function 'matmul': linalg.matmul is no loop; run 'polymem-from-linalg' first
// AFTER-NOT: warning
// EQUAL: matmul: K=25 M=20 N=30: identical

func.func @matmul(%A: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf32> {polymem.shape = ["K", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}
