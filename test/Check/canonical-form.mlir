// Upstream's canonicalization, for which the original is compared in canonical
// form: constants move to the right at every level of an expression, and
// integer operations become others.

// RUN: polymem-opt %s --polymem-mark-origin --canonicalize --polymem-check="strict print" 2>%t.print | FileCheck %s --check-prefix=IR
// RUN: FileCheck %s --input-file=%t.print

// CHECK-LABEL: check @nested
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// IR-LABEL: func @nested
// IR: %[[QUARTER:.*]] = arith.constant 2.500000e-01 : f32
// IR: arith.mulf %{{.*}}, %[[QUARTER]] : f32
func.func @nested(%A: memref<?xf32>, %n: index) {
  %c = arith.constant 0.25 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %a = arith.mulf %c, %x : f32
    %b = arith.subf %x, %a : f32
    %d = arith.mulf %c, %b : f32
    affine.store %d, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @boolean
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// IR: arith.extui
func.func @boolean(%A: memref<?xi32>, %n: index) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %y = affine.load %A[0] : memref<?xi32>
    %c = arith.cmpi eq, %x, %y : i32
    %s = arith.select %c, %one, %zero : i32
    affine.store %s, %A[%i] : memref<?xi32>
  }
  return
}
