// RUN: polymem-opt %s --polymem-split-reductions --remarks-filter=polymem-split-reductions --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds --pipeline=polymem-split-reductions
// RUN: %{run} --entry=last --entry=known --sizes=N=0 --sizes=N=1 --sizes=N=900
// RUN: %{run} --entry=row --sizes=N=0,M=0 --sizes=N=0,M=4 --sizes=N=3,M=0 --sizes=N=2,M=900
// RUN: %{run} --entry=one_row --sizes=N=0,M=0 --sizes=N=0,M=900 --sizes=N=2,M=900

// The result is read and written once, behind the loop. Without an iteration it
// need not be there.

// CHECK: #[[SOME:.+]] = affine_set<()[s0] : (s0 - 1 >= 0)>
// CHECK-LABEL: func.func @last(
// CHECK: affine.for %{{.+}} = 0 to 16384
// CHECK: affine.if #[[SOME]]()[%{{.+}}] {
// CHECK-NEXT: affine.load %{{.+}}[symbol(%{{.+}}) - 1]
func.func @last(%x: memref<?xi64> {polymem.shape = ["N"]}, %s: memref<?xi64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %x, %c0 : memref<?xi64>
  affine.for %i = 0 to %N {
    %a = affine.load %x[%i] : memref<?xi64>
    %b = affine.load %s[symbol(%N) - 1] : memref<?xi64>
    %c = arith.addi %a, %b : i64
    affine.store %c, %s[symbol(%N) - 1] : memref<?xi64>
  }
  return
}

// Whether there is one depends on data.
// REMARK: NotSplit {{.*}}Function=maybe {{.*}}it may be that no iteration of the reduction touches its result
// CHECK-LABEL: func.func @maybe(
// CHECK-NOT: to 16384
func.func @maybe(%x: memref<?xi64> {polymem.shape = ["N"]}, %s: memref<?xi64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %N = memref.dim %x, %c0 : memref<?xi64>
  affine.for %i = 0 to %N {
    %a = affine.load %x[%i] : memref<?xi64>
    %p = arith.cmpi sgt, %a, %z : i64
    scf.if %p {
      %b = affine.load %s[symbol(%N) - 1] : memref<?xi64>
      %c = arith.addi %a, %b : i64
      affine.store %c, %s[symbol(%N) - 1] : memref<?xi64>
    }
  }
  return
}

// CHECK-LABEL: func.func @row(
// CHECK: affine.for
// CHECK: affine.for %{{.+}} = 0 to 32
// CHECK: affine.if #[[SOME]]()[%{{.+}}] {
func.func @row(%x: memref<?x?xi64> {polymem.shape = ["N", "M"]}, %s: memref<?xi64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %x, %c0 : memref<?x?xi64>
  %M = memref.dim %x, %c1 : memref<?x?xi64>
  affine.for %j = 0 to %N {
    affine.for %i = 0 to %M {
    %a = affine.load %x[%j, %i] : memref<?x?xi64>
    %b = affine.load %s[%j] : memref<?xi64>
    %c = arith.addi %a, %b : i64
    affine.store %c, %s[%j] : memref<?xi64>
  }
  }
  return
}

// CHECK-LABEL: func.func @one_row(
// CHECK: affine.if #[[SOME]]()[%{{.+}}] {
func.func @one_row(%x: memref<?x?xi64> {polymem.shape = ["N", "M"]}, %s: memref<?xi64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %x, %c0 : memref<?x?xi64>
  %M = memref.dim %x, %c1 : memref<?x?xi64>
  affine.for %j = 0 to %N {
  affine.for %i = affine_map<(j) -> (j * 899)>(%j) to 899 {
    %a = affine.load %x[%j, %i] : memref<?x?xi64>
    %b = affine.load %s[0] : memref<?xi64>
    %c = arith.addi %a, %b : i64
    affine.store %c, %s[0] : memref<?xi64>
  }
  }
  return
}

// An element in any case.
// CHECK-LABEL: func.func @known(
// CHECK-NOT: affine.if
func.func @known(%x: memref<?xi64> {polymem.shape = ["N"]}, %s: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i64
  %N = memref.dim %x, %c0 : memref<?xi64>
  affine.for %i = 0 to %N {
    %a = affine.load %x[%i] : memref<?xi64>
    %p = arith.cmpi sgt, %a, %z : i64
    scf.if %p {
      %b = affine.load %s[0] : memref<1xi64>
      %c = arith.addi %a, %b : i64
      affine.store %c, %s[0] : memref<1xi64>
    }
  }
  return
}
