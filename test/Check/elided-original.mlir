// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,canonicalize,polymem-check{strict print}))' \
// RUN:   --mlir-elide-elementsattrs-if-larger=2 -o /dev/null 2>&1 | FileCheck %s

// The text of the original is whole, whatever is left out when programs are
// printed.

// CHECK-LABEL: check @factor
// CHECK-NEXT:    instances: proved
// CHECK-NEXT:    expressions: proved
// CHECK-NEXT:    dataflow: proved
// CHECK-NEXT:    live-out: proved
func.func @factor(%B: memref<?xi32>, %n: index, %k: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xi32>
    %v = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %e = tensor.extract %v[%k] : tensor<4xi32>
    %y = arith.muli %x, %e : i32
    affine.store %y, %B[%i] : memref<?xi32>
  }
  return
}
