// RUN: polymem-opt %s --polymem-to-ptx 2>%t.warnings | FileCheck %s --check-prefix=PTX
// RUN: FileCheck %s --input-file=%t.warnings --allow-empty
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-to-emulator --sizes=M=8,N=9,K=7 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// Loops of scf are raised first, and run on blocks and threads.
// CHECK-NOT: warning
// PTX: .entry mm_kernel(
// PTX: %ctaid.x
// PTX: %tid.x
// EQUAL: mm: K=7 M=8 N=9: identical

func.func @mm(%A: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf32> {polymem.shape = ["K", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}, %K: index {polymem.param = "K"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %M step %c1 {
    scf.for %j = %c0 to %N step %c1 {
      scf.for %k = %c0 to %K step %c1 {
        %a = memref.load %A[%i, %k] : memref<?x?xf32>
        %b = memref.load %B[%k, %j] : memref<?x?xf32>
        %c = memref.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        memref.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
