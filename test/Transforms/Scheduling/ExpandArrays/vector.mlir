// RUN: polymem-opt %s --polymem-expand-arrays | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-expand-arrays,polymem-schedule))' \
// RUN:   | FileCheck %s --check-prefix=ORDER
// RUN: polymem-run %s --entry=rows --compare --check-bounds --check \
// RUN:   --sizes=R=5,N=7,M=3 --sizes=R=1,N=1,M=1 --sizes=R=3,N=0,M=4 --sizes=R=0,N=3,M=2 --sizes=R=2,N=3,M=0 \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule'

// Each iteration of the two outer loops uses the vector for a row of its own:
// it gets two dimensions, and all loops but the innermost are parallel.

// CHECK-LABEL: func @rows
// CHECK-SAME:  (%[[A:[^:]+]]: memref<?x?x?xi32>{{.*}}, %[[SUM:[^:]+]]: memref<?xi32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG:   %[[R:.*]] = memref.dim %[[A]], %[[C0]]
// CHECK-DAG:   %[[N:.*]] = memref.dim %[[A]], %[[C1]]
// CHECK-DAG:   %[[M:.*]] = memref.dim %[[A]], %[[C2]]
// CHECK:       %[[OWN:.*]] = memref.alloc(%[[R]], %[[N]], %[[M]]) : memref<?x?x?xi32>
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to %[[R]]
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to %[[N]]
// CHECK-NEXT:      affine.for %[[P:.*]] =
// CHECK-NEXT:        affine.store %{{.*}}, %[[OWN]][%[[I]], %[[J]], %[[P]]]
// CHECK-NOT:   %[[SUM]][
// CHECK:       memref.dealloc %[[OWN]]
// CHECK-NEXT:  return

// ORDER:       member = 3, permutable = true>
// ORDER-NEXT:  member = 2, permutable = true, parallel = true>
// ORDER-NEXT:  member = 1, permutable = true, parallel = true>
// ORDER-NEXT:  member = 0, permutable = true, parallel = true>
func.func @rows(%A: memref<?x?x?xi32> {polymem.shape = ["R", "N", "M"]}, %C: memref<?x?xi32> {polymem.shape = ["M", "M"]},
                %sum: memref<?xi32> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %r = memref.dim %A, %c0 : memref<?x?x?xi32>
  %n = memref.dim %A, %c1 : memref<?x?x?xi32>
  %m = memref.dim %A, %c2 : memref<?x?x?xi32>
  affine.for %i = 0 to %r {
    affine.for %j = 0 to %n {
      affine.for %p = 0 to %m {
        affine.store %zero, %sum[%p] : memref<?xi32>
        affine.for %s = 0 to %m {
          %x = affine.load %sum[%p] : memref<?xi32>
          %a = affine.load %A[%i, %j, %s] : memref<?x?x?xi32>
          %c = affine.load %C[%s, %p] : memref<?x?xi32>
          %ac = arith.muli %a, %c : i32
          %y = arith.addi %x, %ac : i32
          affine.store %y, %sum[%p] : memref<?xi32>
        }
      }
      affine.for %p = 0 to %m {
        %x = affine.load %sum[%p] : memref<?xi32>
        affine.store %x, %A[%i, %j, %p] : memref<?x?x?xi32>
      }
    }
  }
  return
}
