// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-map-sequential,polymem-warn-launches))" \
// RUN:   --remarks-filter=polymem-warn-launches --remark-format=emitRemark | FileCheck %s

// A warning is one line, without the operation, and a remark has the same text.

// CHECK: reported.mlir:[[#@LINE+5]]:3: warning: this nest runs on one thread
// CHECK-NEXT: affine.for
// CHECK-NEXT: ^
// CHECK-NEXT: remark: [Missed] OneThread | Category:polymem-warn-launches | Function=f | {{.*}}Remark="this nest runs on one thread
func.func @f(%A: memref<?xf32>, %N: index) {
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
