// Loops that the scheduler makes have the places of the loops they stand for, so
// that remarks point there.
// RUN: polymem-opt %s --polymem-schedule --mlir-print-debuginfo \
// RUN:   --mlir-print-local-scope | FileCheck %s

// Interchanged loops, each its own.
// CHECK-LABEL: func.func @interchanged
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32> {{[^%]*}}%[[N:[^:]+]]: index {{[^%]*}}%[[M:[^:]+]]: index
// CHECK: affine.for %[[J:.+]] loc("j.c":1:1) = 0 to %[[M]]
// CHECK-NEXT: affine.for %[[I:.+]] loc("i.c":1:1) = 1 to %[[N]]
// CHECK: affine.store %{{.+}}, %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: } {{.*}} loc("outer.c":1:0)
// CHECK-NEXT: } {{.*}} loc("inner.c":2:0)
func.func @interchanged(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i loc("i.c":1:1) = 1 to %n {
    affine.for %j loc("j.c":1:1) = 0 to %m {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    } loc("inner.c":2:0)
  } loc("outer.c":1:0)
  return
}

// A loop that two nests share has the place of the first.
// CHECK-LABEL: func.func @fused
// CHECK: affine.store
// CHECK: affine.store
// CHECK-NEXT: } {{.*}} loc("first.c":1:0)
// CHECK-NOT: second.c
// CHECK: return
func.func @fused(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  } loc("first.c":1:0)
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  } loc("second.c":1:0)
  return
}

// A condition has the place of what it is for.
// CHECK-LABEL: func.func @guarded
// CHECK: affine.if
// CHECK: } loc("load.c":4:0)
func.func @guarded(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - s0 == 0)>(%i)[%m] {
      %a = affine.load %A[0] : memref<?xf32> loc("load.c":4:0)
      affine.store %a, %A[%i + 1] : memref<?xf32>
    } loc("if.c":3:0)
  } loc("outer.c":1:0)
  return
}
