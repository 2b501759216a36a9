// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s

// A sum under a condition is one all the same, and other work of the loop goes
// along with it as long as it is parallel.

// CHECK-LABEL: func @positive
// CHECK: affine.for %{{.*}} = 0 to 16384 {
// CHECK:   affine.for {{.*}} step 16384 {
// CHECK:     scf.if
// CHECK:       affine.load %{{.*}}[] : memref<i32>
// CHECK:       arith.addi
// CHECK:       affine.store %{{.*}}[] : memref<i32>
// CHECK:     affine.store %{{.*}}[%{{.*}}] : memref<?xi32>
func.func @positive(%A: memref<?xi32>, %B: memref<?xi32>, %S: memref<i32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %c = arith.cmpi sgt, %x, %zero : i32
    scf.if %c {
      %s = affine.load %S[] : memref<i32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %S[] : memref<i32>
    }
    affine.store %x, %B[%i] : memref<?xi32>
  }
  return
}
