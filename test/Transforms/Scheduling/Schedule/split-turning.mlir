// A dependence turns where its distance is zero: below and above it goes one way.

// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter-passed=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Split {{.*}}Function=reversed{{.*}} at 2 i0 + 1 = arg1 into 3 parts
// REMARK: Split {{.*}}Function=turned{{.*}} at 2 i0 + 1 = arg1 and 2 i1 + 1 = arg2 into 9 parts

// CHECK-LABEL: func @reversed
// CHECK-COUNT-2: parallel = true>}
// CHECK-NOT:   scratch.loop
// CHECK:       return
func.func @reversed(%A: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%n - %i - 1] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// Half a turn: the row in the middle is its own counterpart and has a face as well.
// CHECK-LABEL: func @turned
// CHECK-NOT:   permutable = true>
// CHECK-COUNT-12: parallel = true>}
// CHECK-NOT:   scratch.loop
// CHECK:       return
func.func @turned(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %A[%n - %i - 1, %m - %j - 1] : memref<?x?xf32>
      %c = arith.subf %a, %b : f32
      affine.store %c, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
