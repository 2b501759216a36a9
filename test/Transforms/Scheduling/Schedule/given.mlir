// Orders from files: any tree that respects the dependences.

// RUN: polymem-opt %s --polymem-schedule=load-schedule=%S/Inputs/orders | FileCheck %s
// RUN: polymem-run %s --entry=interchanged --entry=tiled --compare --uninterpreted \
// RUN:   --sizes=N=20,M=11 --sizes=N=1,M=1 --pipeline='polymem-schedule{load-schedule=%S/Inputs/orders}'
// RUN: polymem-run %s --entry=fused --compare --uninterpreted \
// RUN:   --sizes=N=20 --sizes=N=1 --pipeline='polymem-schedule{load-schedule=%S/Inputs/orders}'

// What is written can be read again, and gives the same function.
// RUN: rm -rf %t && mkdir %t
// RUN: polymem-opt %s --polymem-schedule=save-schedule=%t -o %t/saved.mlir
// RUN: polymem-opt %s --polymem-schedule=load-schedule=%t -o %t/loaded.mlir
// RUN: diff %t/saved.mlir %t/loaded.mlir
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t/fused.yaml
// FILE: domain: "[arg2] -> { S
// FILE: schedule: "[arg2] -> [{ S

// What a band in a file is said to be is not believed.
// CHECK-LABEL: @interchanged
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>{{[^%]*}}%[[N:[^:]+]]: index{{[^%]*}}%[[M:[^:]+]]: index
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %[[M]]
// CHECK-NEXT:   affine.for %[[I:.*]] = 1 to %[[N]]
// CHECK-NEXT:     affine.load %[[A]][%[[I]] - 1, %[[J]]]
// CHECK:        band = 0, member = 1, permutable = true>
// CHECK-NEXT: band = 0, member = 0, permutable = true, parallel = true>
func.func @interchanged(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-LABEL: @tiled
// CHECK: affine.for %[[T:.*]] = 0 to
// CHECK:   affine.for %[[U:.*]] = 0 to
// CHECK:     affine.for %{{.*}} = max #{{.*}}(%[[T]])
// CHECK:       affine.for
func.func @tiled(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The second statement one iteration later, in front of the first.
// CHECK-LABEL: @fused
// CHECK-SAME: (%[[A:[^:]+]]: memref<?xf32>{{[^%]*}}%[[B:[^:]+]]: memref<?xf32>
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK:     %[[BEFORE:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK:     affine.store %{{.*}}, %[[B]][%[[BEFORE]]]
// CHECK:     affine.store %{{.*}}, %[[A]][%[[I]]]
// CHECK-NOT: affine.for
// CHECK: return
func.func @fused(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %z = affine.load %A[%i] : memref<?xf32>
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}
