// With the sums over columns in its loops, the update of a matrix is parallel in one loop, alone in
// two: so they share none. What sums and the statement behind them share stays shared. fusion=smart
// shares all.
// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: polymem-opt %s --polymem-schedule=fusion=smart | FileCheck %s --check-prefix=SMART
// RUN: polymem-run %s --entry=f --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7 --sizes=N=1 --sizes=N=0 --pipeline=polymem-schedule

// REMARK: Apart {{.*}}Remark="S0 has more parallel loops where only statements that depend on each other cyclically share loops, and no other statement has fewer

// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<?x?xf32>{{[^%]*}}, %{{[a-z0-9]+}}: memref<?xf32>{{[^%]*}}, %[[X:[a-z0-9]+]]: memref<?xf32>{{[^%]*}}, %[[Z:[a-z0-9]+]]: memref<?xf32>
// CHECK:         affine.for
// CHECK-NEXT:      affine.for
// CHECK:             affine.store %{{.*}}, %[[A]]
// CHECK-NEXT:      } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true, parallel = true>}
// CHECK-NEXT:    } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT:    affine.for
// CHECK:           affine.store %{{.*}}, %[[X]]
// CHECK-NOT:       parallel = true
// CHECK:           affine.store %{{.*}}, %[[Z]]
// CHECK-NEXT:    } {scratch.loop
// CHECK-NEXT:    return

// SMART-LABEL: func.func @f
// SMART-SAME: (%[[A:[a-z0-9]+]]: memref<?x?xf32>{{[^%]*}}, %{{[a-z0-9]+}}: memref<?xf32>{{[^%]*}}, %{{[a-z0-9]+}}: memref<?xf32>{{[^%]*}}, %[[Z:[a-z0-9]+]]: memref<?xf32>
// SMART:         affine.for
// SMART-NOT:       parallel = true
// SMART:           affine.store %{{.*}}, %[[A]]
// SMART-NOT:       parallel = true
// SMART:           affine.store %{{.*}}, %[[Z]]
// SMART-NEXT:    } {scratch.loop
// SMART-NEXT:    return
func.func @f(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %u: memref<?xf32> {polymem.shape = ["N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]}, %z: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %v = affine.load %u[%i] : memref<?xf32>
      %s = arith.addf %a, %v : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %v = affine.load %x[%j] : memref<?xf32>
      %s = arith.addf %a, %v : f32
      affine.store %s, %x[%j] : memref<?xf32>
    }
  }
  affine.for %j = 0 to %n {
    %v = affine.load %x[%j] : memref<?xf32>
    %s = arith.addf %v, %v : f32
    affine.store %s, %z[%j] : memref<?xf32>
  }
  return
}
