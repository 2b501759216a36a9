// RUN: polymem-opt %s --pass-pipeline='builtin.module(polymem-to-prem{emit=plan})' | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --pipeline='polymem-to-prem{emit=host hooks=true}' \
// RUN:   | FileCheck %s --check-prefix=HOST

// Nobody reads what the second loop stores to T but T[0]. What is written under
// a condition on data is loaded before it is stored.

// CHECK-LABEL: func.func @maybe
// CHECK: prem.stream wo {{.*}} memref<8xf32>
// CHECK: prem.component
// CHECK: prem.stream ro
// CHECK: prem.stream rw {{.*}} load [[BOX:#prem.box<.*>]] store [[BOX]] {{.*}}memref<8xf32>
// HOST: maybe: identical
func.func @maybe(%A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %T[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %c = arith.cmpf ogt, %a, %zero : f32
    scf.if %c {
      affine.store %a, %T[%i] : memref<8xf32>
    }
  }
  %x = affine.load %T[0] : memref<8xf32>
  affine.store %x, %B[0] : memref<8xf32>
  return
}
