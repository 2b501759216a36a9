// Figure 1 of Baskaran et al., PPoPP 2008, as printed: one buffer per array,
// LA[19][10] and LB[19][24] with offsets (10, 11). With exact movement 70
// elements of A and 90 of B are copied in.
//
// RUN: polymem-opt %s --scratch-promote="scope=nest promote-all partition=hull print-plan" 2>%t.plan | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t.plan

// PLAN: @figure1, loop nest
// PLAN: arg0 {{ *}}19 x 10 {{ *}}760 {{ *}}70 {{ *}}25 promoted
// PLAN: arg1 {{ *}}19 x 24 {{ *}}1824 {{ *}}90 {{ *}}70 promoted
// CHECK-DAG: #[[$LA:.*]] = #scratch.mapping<(d0, d1) -> (d0 - 10, d1 - 11), extents = () -> (19, 10)>
// CHECK-DAG: #[[$LB:.*]] = #scratch.mapping<(d0, d1) -> (d0 - 10, d1 - 11), extents = () -> (19, 24)>
// CHECK-LABEL: func @figure1
// CHECK-SAME: (%[[A:.*]]: memref<200x200xf32>, %[[B:.*]]: memref<200x200xf32>)
// CHECK: %[[LA:.*]] = scratch.alloc() : memref<200x200xf32, #[[$LA]], #gpu.address_space<workgroup>>
// CHECK: %[[LB:.*]] = scratch.alloc() : memref<200x200xf32, #[[$LB]], #gpu.address_space<workgroup>>
// CHECK: affine.load %[[LA]]
// CHECK: affine.store %{{.*}}, %[[LA]]
// CHECK: affine.load %[[LA]]
// CHECK: affine.load %[[LB]]
// CHECK: affine.store %{{.*}}, %[[LB]]

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
