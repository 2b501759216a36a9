// RUN: polymem-run %s --emulate --compare --entry=back --sizes=N=0 --sizes=N=1 --sizes=N=33 \
// RUN:   --sizes=N=200 --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=SAME
// RUN: polymem-run %s --compare --uninterpreted --entry=back --sizes=N=1 --sizes=N=17 \
// RUN:   --pipeline='func.func(polymem-reverse-reductions{strict})' | FileCheck %s --check-prefix=ALONE
// SAME-COUNT-4: identical
// ALONE-COUNT-2: identical

// RUN: polymem-opt %s --polymem-to-emulator --remarks-filter='polymem-reverse-reductions|polymem-schedule' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// Sums of back substitution begin with what is computed first, so that tiles of
// it are parallel; sums of integers are the same then.
// CHECK-DAG: Passed] Reversed
// CHECK-DAG: Passed] Leveled
func.func @back(%A: memref<?x?xi32> {polymem.shape = ["N", "N"]},
                %x: memref<?xi32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to %N {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xi32>
      %y = affine.load %x[%j] : memref<?xi32>
      %w = affine.load %x[symbol(%N) - 1 - %i] : memref<?xi32>
      %p = arith.muli %a, %y : i32
      %s = arith.subi %w, %p : i32
      affine.store %s, %x[symbol(%N) - 1 - %i] : memref<?xi32>
    }
  }
  return
}
