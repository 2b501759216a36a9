// Each outermost loop of a function is tiled or not on its own: what is between
// two time loops stays there.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.remarks

// REMARK: other-nests.mlir:[[#@LINE+30]]:3: remark: [Missed] NotTiled {{.*}}its iterations are independent
// REMARK: other-nests.mlir:[[#@LINE+21]]:3: remark: [Passed] Tiled {{.*}}diamonds of 16 steps
// REMARK: other-nests.mlir:[[#@LINE+33]]:3: remark: [Passed] Tiled {{.*}}diamonds of 16 steps

// CHECK-LABEL: @three
// CHECK-SAME: %[[T:.+]]: index, %[[A:.+]]: memref<2x?xf32>, %[[B:.+]]: memref<2x?xf32>, %[[N:.+]]: index
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK: affine.store %{{.+}}, %[[A]][
// CHECK: {{^}}    affine.for %[[I:.+]] = 0 to %[[N]] {
// CHECK-NEXT: affine.load %[[A]][0, %[[I]]]
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: affine.store %{{.+}}, %[[B]][0, %[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: affine.if
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK: affine.store %{{.+}}, %[[B]][
// CHECK-NOT: scratch.tile

func.func @three(%T: index, %A: memref<2x?xf32>, %B: memref<2x?xf32>, %n: index) {
  %two = arith.constant 2.0 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[0, %i] : memref<2x?xf32>
    %s = arith.mulf %a, %two : f32
    affine.store %s, %B[0, %i] : memref<2x?xf32>
  }
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %B[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %B[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}
