// Neighbouring threads, those on axis x, are neighbouring iterations of the loop
// along which the fewest references are to elements far apart.

// RUN: polymem-opt %s --polymem-tile=mapping=gpu --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=AxisX < %t.remarks
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=32,32" | FileCheck %s --check-prefix=GIVEN

// Whole sectors: 4 per request of 32 lanes and 4 bytes.
// RUN: polymem-run %s --entry=columns --emulate --compare --count --sizes=N=64,M=96 --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=COUNTS
// COUNTS: columns: M=96 N=64: identical
// COUNTS: global load {{ *}}192 {{ *}}6144 {{ *}}24576 {{ *}}768
// COUNTS: global store {{ *}}192 {{ *}}6144 {{ *}}24576 {{ *}}768
// COUNTS-NOT: shared

// Sizes are for loops as they are written, and so are axes then.
// GIVEN-NOT: mapping [#gpu.{{.*}}<x>, #gpu.{{.*}}<y>]

// CHECK-LABEL: @columns(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>, #gpu.block<y>]
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>, #gpu.thread<y>]
// REMARK-DAG: AxisX {{.*}}Function=columns {{.*}}the loop is axis x: 0 references are to elements far apart along it, 2 along the innermost parallel loop"
func.func @columns(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %B, %c0 : memref<?x?xf32>
  %M = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%j, %i] : memref<?x?xf32>
    }
  }
  return
}

// What is far apart along either loop leaves the innermost one.
// CHECK-LABEL: @transpose(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
func.func @transpose(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Reuse comes last: A and B are staged anyhow, C is not.
// CHECK-LABEL: @reused(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>, #gpu.block<y>]
// REMARK-DAG: AxisX {{.*}}Function=reused {{.*}}the loop is axis x: 2 references are to elements far apart along it, 3 along the innermost parallel loop"
func.func @reused(%A: memref<?x?xf32>, %B: memref<?x?x?xf32>, %C: memref<?x?x?xf32>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %k = 1 to %n {
        %a = affine.load %A[%j, %k] : memref<?x?xf32>
        %d = affine.load %A[%j, 0] : memref<?x?xf32>
        %b = affine.load %B[%k, %i, %j] : memref<?x?x?xf32>
        %c = affine.load %C[%k - 1, %i, %j] : memref<?x?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %abd = arith.mulf %ab, %d : f32
        %s = arith.addf %c, %abd : f32
        affine.store %s, %C[%k, %i, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// Of three loops: x has 32 iterations of a tile, and then the innermost others
// 32 and 4.
// CHECK-LABEL: @three(
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scratch.tile (%{{.+}}, %{{.+}}, %{{.+}}) = {{.*}} step (%[[C4]], %[[C32]], %[[C32]]) mapping [#gpu.block<z>, #gpu.block<x>, #gpu.block<y>]
// REMARK-DAG: AxisX {{.*}}Function=three
func.func @three(%A: memref<?x?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%k, %i, %j] : memref<?x?x?xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %A[%k, %i, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}
