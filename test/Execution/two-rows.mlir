// Rows i and rows j of one array, in buffers of their own that have elements in common in
// tiles on the diagonal: proved, executed backwards on the CPU, and with every access
// checked. The second size has more rows than a buffer of all between i and j would hold.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds --sizes=n=37,m=19 --sizes=n=70,m=3 --sizes=n=1,m=1 --sizes=n=0,m=4 --sizes=n=9,m=0
// RUN: %{run} --check --pipeline='polymem-tile{sizes=16,8,4 mapping=gpu},scratch-promote,scratch-hoist-copies,convert-scratch-to-memref{reverse-mapped}' \
// RUN:   --pipeline='polymem-to-cpu{emit=loops}'
// RUN: %{run} %proofs --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator --pipeline='polymem-to-emulator{sizes=16,8,4 device-copies}'
// RUN: polymem-run %s --compare --emulate --checked=false --sizes=n=1801,m=1 --pipeline='polymem-to-emulator{sizes=32,32,32}'

// RUN: polymem-opt %s --polymem-to-ptx=emit=staged | FileCheck %s
// CHECK: func.func @two_rows(%[[A:[a-z0-9]+]]: memref<?x?xf64>
// CHECK-COUNT-2: scratch.copy_in %[[A]]
// CHECK-NOT: scratch.copy_in %[[A]]

func.func @two_rows(%A: memref<?x?xf64> {polymem.shape = ["n", "m"]}, %C: memref<?x?xf64> {polymem.shape = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %m {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %A[%j, %k] : memref<?x?xf64>
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
