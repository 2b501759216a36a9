// What is a member of a sequence is executed before the later ones, and the members of a set in any order.

// RUN: polymem-opt %s --polymem-schedule="order='{ domain: \"[arg2] -> { S0[i] : 0 <= i < arg2; S1[i] : 0 <= i < arg2 }\", child: { sequence: [ { filter: \"{ S0[i] }\" }, { filter: \"{ S1[i] }\" } ] } }'" | FileCheck %s
// RUN: not polymem-opt %s --polymem-schedule="order='{ domain: \"[arg2] -> { S0[i] : 0 <= i < arg2; S1[i] : 0 <= i < arg2 }\", child: { sequence: [ { filter: \"{ S1[i] }\" }, { filter: \"{ S0[i] }\" } ] } }'" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// RUN: not polymem-opt %s --polymem-schedule="order='{ domain: \"[arg2] -> { S0[i] : 0 <= i < arg2; S1[i] : 0 <= i < arg2 }\", child: { set: [ { filter: \"{ S0[i] }\" }, { filter: \"{ S1[i] }\" } ] } }'" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ILLEGAL

// ILLEGAL: error: {{.*}}it does not respect a flow dependence on arg0 from S0{{.*}} to S1
// CHECK-LABEL: func.func @two
// CHECK: affine.store %{{.*}}, %[[A:.*]][
// CHECK: affine.load %[[A]][
func.func @two(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
