// An order in which all writes of a temporary come before all reads of it has the flow that there was, and
// yet loses values. An order with one value after the other is used.

// RUN: not polymem-opt %s --polymem-schedule="order='{ domain: \"[arg2] -> { S0[i] : 0 <= i < arg2; S1[i, j] : 0 <= i < arg2 and j = 0 }\", child: { sequence: [ { filter: \"{ S0[i] }\", child: { schedule: \"[{ S0[i] -> [i] }]\" } }, { filter: \"{ S1[i, j] }\", child: { schedule: \"[{ S1[i, j] -> [i] }]\" } } ] } }'" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// RUN: polymem-opt %s --polymem-schedule="order='{ domain: \"[arg2] -> { S0[i] : 0 <= i < arg2; S1[i, j] : 0 <= i < arg2 and j = 0 }\", child: { schedule: \"[{ S0[i] -> [-i]; S1[i, j] -> [-i] }]\", child: { sequence: [ { filter: \"{ S0[i] }\" }, { filter: \"{ S1[i, j] }\" } ] } } }'" | FileCheck %s

// ILLEGAL: error: {{.*}}it does not respect a anti dependence on mem0 from S1{{.*}} to S0
// CHECK-LABEL: func.func @lives
// CHECK: affine.for
// CHECK: affine.store
// CHECK: affine.load
func.func @lives(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %t[] : memref<f32>
    affine.for %j = 0 to 1 {
      %b = affine.load %t[] : memref<f32>
      affine.store %b, %B[%i] : memref<?xf32>
    }
  }
  return
}
