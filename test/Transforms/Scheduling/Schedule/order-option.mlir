// An order given as an option is used, and verified, like one in a file.

// RUN: polymem-opt %s --polymem-schedule="order='{ domain: \"[arg1, arg2] -> { S0[i, j] : 0 < i < arg1 and 0 <= j < arg2 }\", child: { schedule: \"[{ S0[i, j] -> [j] }, { S0[i, j] -> [i] }]\" } }'" | FileCheck %s
// RUN: not polymem-opt %s --polymem-schedule="order='{ domain: \"[arg1, arg2] -> { S0[i, j] : 0 < i < arg1 and 0 <= j < arg2 }\", child: { schedule: \"[{ S0[i, j] -> [-i] }, { S0[i, j] -> [j] }]\" } }'" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ILLEGAL

// ILLEGAL: error: polymem-schedule: the schedule in 'order' cannot be used: it does not respect a flow dependence on arg0 from S0[i0 = 1, i1 = 0]

// CHECK-LABEL: func.func @down
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[N:[^:]+]]: index, %[[M:[^:]+]]: index
// CHECK:      affine.for %[[J:.+]] = 0 to %[[M]]
// CHECK-NEXT:   affine.for %[[I:.+]] = 1 to %[[N]]
// CHECK:          affine.store %{{.+}}, %[[A]][%[[I]], %[[J]]]
func.func @down(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
