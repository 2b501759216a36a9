// Figure 1 of Baskaran et al., PPoPP 2008, with the paper's own partition step:
// four buffers of 45 + 50 + 90 + 70 = 255 elements (the figure shows 646).
// Exact movement (section 3.1.4): 70 elements of A in (column 11 of rows 10..14
// is written before it is read), 90 of B; 25 and 70 out.
//
// RUN: polymem-opt %s --scratch-promote="scope=nest promote-all print-plan" 2>%t.plan | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t.plan

// CHECK-DAG: #[[$LA2:.*]] = #scratch.mapping<(d0, d1) -> (d0 - 20, d1 - 11), extents = () -> (9, 5)>
// CHECK-DAG: #[[$LA1:.*]] = #scratch.mapping<(d0, d1) -> (d0 - 10, d1 - 11), extents = () -> (5, 10)>
// CHECK-DAG: #[[$LB2:.*]] = #scratch.mapping<(d0, d1) -> (d0 - 20, d1 - 11), extents = () -> (9, 10)>
// CHECK-DAG: #[[$LB1:.*]] = #scratch.mapping<(d0, d1) -> (d0 - 10, d1 - 21), extents = () -> (5, 14)>
// CHECK-DAG: #[[$TRI:.*]] = affine_set<(d0, d1) : (-d0 + d1 + 13 >= 0, d1 - 11 >= 0, -d1 + 15 >= 0, d0 - d1 - 9 >= 0)>
// CHECK-DAG: #[[$A_IN:.*]] = affine_set<(d0, d1) : (d0 - 10 >= 0, -d0 + 14 >= 0, d1 - 12 >= 0, -d1 + 20 >= 0)>
// CHECK-DAG: #[[$B_IN:.*]] = affine_set<(d0, d1) : (d0 - 20 >= 0, -d0 + 28 >= 0, d1 - 11 >= 0, -d1 + 20 >= 0)>
// CHECK-DAG: #[[$A_OUT:.*]] = affine_set<(d0, d1) : (d0 - 10 >= 0, -d0 + 14 >= 0, d1 - 11 >= 0, -d1 + 15 >= 0)>
// CHECK-DAG: #[[$B_OUT:.*]] = affine_set<(d0, d1) : (d0 - 10 >= 0, -d0 + 14 >= 0, d1 - 21 >= 0, -d1 + 34 >= 0)>

// CHECK-LABEL: func @figure1
// CHECK-SAME: (%[[A:.*]]: memref<200x200xf32>, %[[B:.*]]: memref<200x200xf32>)
// CHECK: %[[A2:.*]] = scratch.alloc() : memref<200x200xf32, #[[$LA2]], #gpu.address_space<workgroup>>
// CHECK: %[[A1:.*]] = scratch.alloc() : memref<200x200xf32, #[[$LA1]], #gpu.address_space<workgroup>>
// CHECK: %[[B2:.*]] = scratch.alloc() : memref<200x200xf32, #[[$LB2]], #gpu.address_space<workgroup>>
// CHECK: %[[B1:.*]] = scratch.alloc() : memref<200x200xf32, #[[$LB1]], #gpu.address_space<workgroup>>
// CHECK: scratch.copy_in %[[A]] to %[[A2]] over [#[[$TRI]]]()
// CHECK: scratch.copy_in %[[A]] to %[[A1]] over [#[[$A_IN]]]()
// CHECK: scratch.copy_in %[[B]] to %[[B2]] over [#[[$B_IN]]]()
// CHECK-NOT: scratch.copy_in
// CHECK: affine.for %[[I:.*]] = 10 to 15
// CHECK: affine.for %[[J:.*]] = 10 to 15
// CHECK: affine.load %[[A2]][%[[I]] + %[[J]], %[[J]] + 1]
// CHECK: affine.store %{{.*}}, %[[A1]][%[[I]], %[[J]] + 1]
// CHECK: affine.for %[[K:.*]] = 11 to 21
// CHECK: affine.load %[[A1]][%[[I]], %[[K]]]
// CHECK: affine.load %[[B2]][%[[I]] + %[[J]], %[[K]]]
// CHECK: affine.store %{{.*}}, %[[B1]][%[[I]], %[[J]] + %[[K]]]
// CHECK: scratch.copy_out %[[A1]] to %[[A]] over [#[[$A_OUT]]]()
// CHECK: scratch.copy_out %[[B1]] to %[[B]] over [#[[$B_OUT]]]()
// CHECK-NOT: scratch.copy_out

// PLAN: @figure1, loop nest
// PLAN: arg0 {{ *}}9 x 5 {{ *}}180 {{ *}}25 {{ *}}0 promoted
// PLAN: arg0 {{ *}}5 x 10 {{ *}}200 {{ *}}45 {{ *}}25 promoted
// PLAN: arg1 {{ *}}9 x 10 {{ *}}360 {{ *}}90 {{ *}}0 promoted
// PLAN: arg1 {{ *}}5 x 14 {{ *}}280 {{ *}}0 {{ *}}70 promoted
// PLAN: total: 1020 of 232448 bytes

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
