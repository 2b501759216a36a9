// What neighbouring threads access at a distance is staged without reuse, so
// that copies are coalesced; what they access side by side, or all alike, is
// not.

// DEFINE: %{tile} = polymem-opt %s --polymem-tile="mapping=gpu sizes=64,32"
// RUN: %{tile} --scratch-promote=memory-space=workgroup --remarks-filter=scratch-promote --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: %{tile} --scratch-promote="memory-space=workgroup coalesce=false" | FileCheck %s --check-prefix=OFF
// RUN: %{tile} --scratch-promote="memory-space=private" | FileCheck %s --check-prefix=OFF
// RUN: polymem-run %s --entry=rows --entry=columns --entry=transposed --compare --uninterpreted --emulate --check \
// RUN:   --sizes=N=70,M=9 --pipeline='polymem-to-emulator{sizes=64,32}'

// Each thread has a row.
// CHECK-DAG: Scattered {{.*}}Function=rows {{.*}}arg0 has no reuse, but neighbouring threads access elements that are no neighbours: it is staged so that copies are coalesced
// CHECK-DAG: Promoted {{.*}}Function=rows {{.*}}arg0 kept in a buffer of 64 x 32 elements
// OFF-LABEL: @rows(
// OFF-SAME: %[[A:[^:]+]]: memref<?x?xf32>
// OFF-NOT: copy_in %[[A]]
// IR-LABEL: @rows(
// IR-SAME: %[[A:[^:]+]]: memref<?x?xf32>
// IR: scratch.copy_in %[[A]]
func.func @rows(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %y: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %y[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %y[%i] : memref<?xf32>
    }
  }
  return
}

// Each thread has a column.
// CHECK-DAG: NoReuse {{.*}}Function=columns {{.*}}arg0 stays in global memory: no reuse: overlaps are 0
// OFF-LABEL: @columns(
// OFF-SAME: %[[A:[^:]+]]: memref<?x?xf32>
// OFF-NOT: copy_in %[[A]]
// IR-LABEL: @columns(
// IR-SAME: %[[A:[^:]+]]: memref<?x?xf32>
// IR-NOT: scratch.copy_in %[[A]]
func.func @columns(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %y: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %b = affine.load %y[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %y[%i] : memref<?xf32>
    }
  }
  return
}

// Both loops are parallel: neighbours in j read a row and write a column.
// CHECK-DAG: NoReuse {{.*}}Function=transposed {{.*}}arg1 stays
// CHECK-DAG: Scattered {{.*}}Function=transposed {{.*}}arg0 has no reuse
// OFF-LABEL: @transposed(
// OFF-SAME: %[[B:[^:]+]]: memref<?x?xf32>
// OFF-NOT: copy_out %{{.*}} to %[[B]]
// IR-LABEL: @transposed(
// IR-SAME: %[[B:[^:]+]]: memref<?x?xf32>
// IR: scratch.copy_out %{{.*}} to %[[B]]
func.func @transposed(%B: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %x, %B[%j, %i] : memref<?x?xf32>
    }
  }
  return
}

// Rows of four elements: a copy would not be coalesced either.
// CHECK-DAG: NoReuse {{.*}}Function=short {{.*}}arg0 stays in global memory: no reuse: overlaps are 0 of 256 elements; its runs of 4 elements are shorter than a transaction of 32 bytes
// OFF-LABEL: @short(
// OFF-SAME: %[[A:[^:]+]]: memref<?x4xf32>
// OFF-NOT: copy_in %[[A]]
// IR-LABEL: @short(
// IR-SAME: %[[A:[^:]+]]: memref<?x4xf32>
// IR-NOT: scratch.copy_in %[[A]]
func.func @short(%A: memref<?x4xf32>, %y: memref<?xf32> {polymem.shape = ["N"]},
    %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<?x4xf32>
      %b = affine.load %y[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %y[%i] : memref<?xf32>
    }
  }
  return
}

// A diagonal: the buffer would be a matrix, of which a copy takes one element
// of each row.
// CHECK-DAG: NoReuse {{.*}}Function=diagonal {{.*}}arg0 stays in global memory: no reuse: overlaps are 0 of {{[0-9]+}} elements; its runs of 1 elements are shorter than a transaction of 32 bytes
// OFF-LABEL: @diagonal(
// OFF-SAME: %[[A:[^:]+]]: memref<?x?xf32>
// OFF-NOT: copy_in %[[A]]
// IR-LABEL: @diagonal(
// IR-SAME: %[[A:[^:]+]]: memref<?x?xf32>
// IR-NOT: scratch.copy_in %[[A]]
func.func @diagonal(%A: memref<?x?xf32>, %y: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i, %i] : memref<?x?xf32>
    affine.store %a, %y[%i] : memref<?xf32>
  }
  return
}
