// Versions go into the function, the one for the smallest sizes first; what decides are all sizes that have no names
// in 'assume'.
// RUN: polymem-opt %s --polymem-join-versions | FileCheck %s
// RUN: polymem-opt %s --polymem-join-versions=assume=M=3 | FileCheck %s --check-prefix=NAMED

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.*]]: memref<?x4x?xf32> {{.*}}, %[[N:.*]]: index, %[[X:.*]]: f32)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG:     %[[ROWS:.*]] = memref.dim %[[A]], %[[C0]]
// CHECK-DAG:     %[[COLUMNS:.*]] = memref.dim %[[A]], %[[C2]]
// CHECK:         %[[C16:.*]] = arith.constant 16 : index
// CHECK:         %[[LE:.*]] = arith.cmpi sle, %[[ROWS]], %[[C16]]
// CHECK:         %[[LE1:.*]] = arith.cmpi sle, %[[COLUMNS]], %[[C16]]
// CHECK:         %[[SMALL:.*]] = arith.andi %[[LE]], %[[LE1]]
// CHECK:         scf.if %[[SMALL]] {
// CHECK:           call @small(%[[X]])
// CHECK:         } else {
// CHECK:           arith.constant 64 : index
// CHECK:           scf.if
// CHECK:             call @middle(%[[X]])
// CHECK:           } else {
// CHECK:             call @large(%[[X]])
// CHECK:         return
// CHECK-NOT:   version_of

// NAMED-DAG: %[[C2:.*]] = arith.constant 2 : index
// NAMED:     memref.dim %{{.*}}, %[[C2]]
// NAMED:     cmpi
// NAMED-NOT: andi
func.func private @small(f32)
func.func private @middle(f32)
func.func private @large(f32)
func.func @f(%A: memref<?x4x?xf32> {polymem.shape = ["M", 4, "N"]}, %n: index, %x: f32) attributes {polymem.assumed_size = 256 : i64} {
  func.call @large(%x) : (f32) -> ()
  return
}
func.func private @f_up_to_64(%A: memref<?x4x?xf32>, %n: index, %x: f32) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @f} {
  func.call @middle(%x) : (f32) -> ()
  return
}
func.func private @f_up_to_16(%A: memref<?x4x?xf32>, %n: index, %x: f32) attributes {polymem.assumed_size = 16 : i64, polymem.version_of = @f} {
  func.call @small(%x) : (f32) -> ()
  return
}
