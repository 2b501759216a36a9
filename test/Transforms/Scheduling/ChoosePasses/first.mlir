// Without a gain the first alternative is run, whatever fails or is no launch.
// RUN: polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{alternatives='canonicalize | polymem-tile{sizes=0 strict} | polymem-tile{sizes=1}' pipeline='polymem-tile{mapping=gpu sizes=32,32,32},scratch-promote,polymem-map-sequential,convert-scratch-to-gpu,lower-affine'}))" \
// RUN:   --remarks-filter=polymem-choose-passes --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: polymem-opt %s --pass-pipeline="builtin.module(func.func(polymem-choose-passes{alternatives='cse' pipeline='polymem-tile{mapping=gpu sizes=32,32,32},scratch-promote,polymem-map-sequential,convert-scratch-to-gpu,lower-affine'}))" \
// RUN:   --remarks-filter=polymem-choose-passes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=ONE

// REMARK: alternative 1 of 3
// ONE-NOT: Chosen
// CHECK-LABEL: func.func @copy
// CHECK-NOT:   scratch
// CHECK:       affine.for
func.func @copy(%A: memref<1024xf32>, %B: memref<1024xf32>) {
  affine.for %i = 0 to 1024 {
    %a = affine.load %A[%i] : memref<1024xf32>
    affine.store %a, %B[%i] : memref<1024xf32>
  }
  return
}
