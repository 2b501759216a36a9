// RUN: polymem-opt %s --polymem-contract-arrays=powers-of-two=1 --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-run %s --entry=f --compare --check --uninterpreted --pipeline='polymem-contract-arrays{powers-of-two},convert-scratch-to-memref'
// RUN: polymem-run %s --entry=apart --compare --check --uninterpreted --pipeline='polymem-contract-arrays{powers-of-two},convert-scratch-to-memref'
// RUN: polymem-run %s --entry=small --compare --check --uninterpreted --pipeline='polymem-contract-arrays{powers-of-two},convert-scratch-to-memref'
// RUN: polymem-run %s --entry=window --compare --check --uninterpreted --pipeline='polymem-contract-arrays{powers-of-two},convert-scratch-to-memref'

// Of nine cells sixteen, so that the modulo is a mask.
// CHECK-DAG: #[[$F:.*]] = #scratch.mapping<(d0, d1) -> ((-d0 + d1) mod 16), extents = () -> (16)>
// CHECK-DAG: #[[$APART:.*]] = #scratch.mapping<(d0) -> (d0 mod 3), extents = () -> (3)>
// CHECK-DAG: #[[$SMALL:.*]] = #scratch.mapping<(d0, d1) -> ((-d0 + d1) mod 5), extents = () -> (5)>
// CHECK-DAG: #[[$WINDOW:.*]] = #scratch.mapping<(d0) -> (d0), extents = () -> (16)>

// CHECK-LABEL: func @f
// CHECK: scratch.alloc() {shared_cells} : memref<8x8xi32, #[[$F]]>
func.func @f(%A: memref<8x8xi32>) {
  // expected-remark@below {{mem0 takes 16 cells instead of 64, by hyperplanes: (-i0 + i1) mod 16, 16 cells; at least 9}}
  %t = memref.alloca() : memref<8x8xi32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<8x8xi32>
      affine.store %a, %t[%i, %j] : memref<8x8xi32>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %b = affine.load %t[%i - 1, %j] : memref<8x8xi32>
        affine.store %b, %A[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}

// The values in 0 and in 4 are there at once: 4 is a larger modulus than 3, and not valid.
// CHECK-LABEL: func @apart
// CHECK: scratch.alloc() {shared_cells} : memref<5xi32, #[[$APART]]>
func.func @apart(%A: memref<5xi32>) {
  // expected-remark@below {{moduli of mem0 are not rounded up to powers of two: it is not proved that conflicting elements keep different cells of 4}}
  // expected-remark@below {{mem0 takes 3 cells instead of 5, by hyperplanes: i0 mod 3, 3 cells; at least 3}}
  %t = memref.alloca() : memref<5xi32>
  %0 = affine.load %A[0] : memref<5xi32>
  affine.store %0, %t[0] : memref<5xi32>
  %1 = affine.load %A[1] : memref<5xi32>
  affine.store %1, %t[1] : memref<5xi32>
  %2 = affine.load %A[2] : memref<5xi32>
  affine.store %2, %t[2] : memref<5xi32>
  %3 = affine.load %t[1] : memref<5xi32>
  affine.store %3, %A[0] : memref<5xi32>
  %4 = affine.load %A[4] : memref<5xi32>
  affine.store %4, %t[4] : memref<5xi32>
  %5 = affine.load %t[0] : memref<5xi32>
  affine.store %5, %A[1] : memref<5xi32>
  %6 = affine.load %t[2] : memref<5xi32>
  affine.store %6, %A[3] : memref<5xi32>
  %7 = affine.load %t[4] : memref<5xi32>
  affine.store %7, %A[2] : memref<5xi32>
  return
}

// Eight cells are no fewer than eight elements.
// CHECK-LABEL: func @small
// CHECK: scratch.alloc() {shared_cells} : memref<2x4xi32, #[[$SMALL]]>
func.func @small(%A: memref<2x4xi32>) {
  // expected-remark@below {{moduli of mem0 are not rounded up to powers of two: 8 cells save too little}}
  // expected-remark@below {{mem0 takes 5 cells instead of 8, by hyperplanes: (-i0 + i1) mod 5, 5 cells; at least 5}}
  %t = memref.alloca() : memref<2x4xi32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<2x4xi32>
      affine.store %a, %t[%i, %j] : memref<2x4xi32>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %b = affine.load %t[%i - 1, %j] : memref<2x4xi32>
        affine.store %b, %A[%i, %j] : memref<2x4xi32>
      }
    }
  }
  return
}

// Of a window of nine sixteen cells, and no modulo: there are no more than 13 values.
// CHECK-LABEL: func @window
// CHECK: scratch.alloc() {shared_cells} : memref<24xi32, #[[$WINDOW]]>
func.func @window(%A: memref<13xi32>) {
  // expected-remark@below {{mem0 takes 16 cells instead of 24, by successive-modulo: i0 mod 16, 16 cells; at least 6}}
  %t = memref.alloca() : memref<24xi32>
  affine.for %i = 0 to 13 {
    %a = affine.load %A[%i] : memref<13xi32>
    affine.store %a, %t[%i] : memref<24xi32>
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      %b = affine.load %t[%i - 8] : memref<24xi32>
      affine.store %b, %A[%i] : memref<13xi32>
    }
  }
  return
}

// Moduli that depend on sizes stay.
// CHECK-LABEL: func @parametric
func.func @parametric(%A: memref<?x8xi32>, %n: index) {
  // expected-remark@below {{moduli of mem0 are not rounded up to powers of two: they are not constants}}
  // expected-remark@below {{mem0 takes}}
  %t = memref.alloc(%n) : memref<8x?xi32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x8xi32>
      affine.store %a, %t[%i, %j] : memref<8x?xi32>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %b = affine.load %t[%i - 1, %j] : memref<8x?xi32>
        affine.store %b, %A[%j, %i] : memref<?x8xi32>
      }
    }
  }
  memref.dealloc %t : memref<8x?xi32>
  return
}
