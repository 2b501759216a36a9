// Figure 1 of Baskaran et al., PPoPP 2008: the move-in and move-out code of the
// figure (section 3.1.3) copies 75 elements of A in (50 + 25) and 25 out, 90 of
// B in and 70 out.
//
// RUN: polymem-opt %s --scratch-promote="scope=nest promote-all partition=hull movement=footprint dry-run" 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAN
// RUN: polymem-opt %s --scratch-promote="scope=nest promote-all partition=hull movement=footprint" | FileCheck %s

// PLAN: arg0 {{ *}}19 x 10 {{ *}}760 {{ *}}75 {{ *}}25 promoted
// PLAN: arg1 {{ *}}19 x 24 {{ *}}1824 {{ *}}90 {{ *}}70 promoted

// CHECK-DAG: #[[$TRI:.*]] = affine_set<(d0, d1) : (-d0 + d1 + 13 >= 0, d1 - 11 >= 0, -d1 + 15 >= 0, d0 - d1 - 9 >= 0)>
// CHECK-DAG: #[[$BOX:.*]] = affine_set<(d0, d1) : (d0 - 10 >= 0, -d0 + 14 >= 0, d1 - 11 >= 0, -d1 + 20 >= 0)>
// CHECK: scratch.copy_in %{{.*}} over [#[[$BOX]], #[[$TRI]]]()

func.func @figure1(%A: memref<200x200xf32>, %B: memref<200x200xf32>) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 10 to 15 {
    affine.for %j = 10 to 15 {
      %0 = affine.load %A[%i + %j, %j + 1] : memref<200x200xf32>
      %1 = arith.mulf %0, %three : f32
      affine.store %1, %A[%i, %j + 1] : memref<200x200xf32>
      affine.for %k = 11 to 21 {
        %2 = affine.load %A[%i, %k] : memref<200x200xf32>
        %3 = affine.load %B[%i + %j, %k] : memref<200x200xf32>
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %B[%i, %j + %k] : memref<200x200xf32>
      }
    }
  }
  return
}
