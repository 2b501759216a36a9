// RUN: polymem-opt %s -polymem-codegen | FileCheck %s

// Operations with regions that are no affine loops are copied whole.

// CHECK-LABEL: func @data_dependent
// CHECK-SAME: (%[[A:[^:]+]]: memref<?xf32>, %[[ENDS:[^:]+]]: memref<?xindex>
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: %[[E:.*]] = memref.load %[[ENDS]][%[[I]]]
// CHECK: scf.for %[[J:.*]] = %[[I]] to %[[E]]
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[A]][%[[J]]]
func.func @data_dependent(%A: memref<?xf32>, %ends: memref<?xindex>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %end = memref.load %ends[%i] : memref<?xindex>
    %c1 = arith.constant 1 : index
    scf.for %j = %i to %end step %c1 {
      %v = memref.load %A[%j] : memref<?xf32>
      %c = arith.cmpf olt, %v, %zero : f32
      scf.if %c {
        memref.store %zero, %A[%j] : memref<?xf32>
      }
    }
  }
  return
}
