// RUN: polymem-opt %s --polymem-form-fma=contract=true | FileCheck %s

// A product outside conditions, but in the same loop, moves into them.

// CHECK-LABEL: func @conditions
func.func @conditions(%A: memref<8xf32>, %a: f32, %b: i1) {
  // CHECK: affine.for
  affine.for %i = 0 to 8 {
    // CHECK-NEXT: %[[X:.*]] = affine.load
    // CHECK-NEXT: affine.if
    // CHECK-NEXT: scf.if
    // CHECK-NEXT: math.fma %[[X]], %{{.*}}, %[[X]] : f32
    %x = affine.load %A[%i] : memref<8xf32>
    %p = arith.mulf %x, %a : f32
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      scf.if %b {
        %r = arith.addf %x, %p : f32
        affine.store %r, %A[%i] : memref<8xf32>
      }
    }
  }
  return
}
