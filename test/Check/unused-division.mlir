// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-tile{sizes=4},polymem-check{strict print}))' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-check{strict print}))' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-mark-origin | FileCheck %s --check-prefix=MARKED

// MARKED: {{^ +}}%[[D:[0-9]+]] = arith.divsi
// MARKED: scratch.origin "S0"[%{{.*}}] %[[D]] : i32

// A division that nobody uses gets a marker, which tells where it is executed.

// CHECK-LABEL: check @f
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @f(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %y = affine.load %B[%i] : memref<?xi32>
    %d = arith.divsi %x, %y : i32
    %z = arith.addi %x, %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}
