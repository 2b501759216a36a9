// A statement has fewer parallel loops than its own dependences allow because it is on a cycle with
// another one: there is no order with more, and what shares loops stays as it is.
// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule --remark-format=emitRemark 2>%t.remarks >%t.auto
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=Apart
// RUN: polymem-opt %s --polymem-schedule=fusion=smart >%t.smart
// RUN: diff %t.auto %t.smart
// REMARK: Scheduled
func.func @f(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %u: memref<?xf32> {polymem.shape = ["N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]}, %z: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %v = affine.load %u[%j] : memref<?xf32>
      %s = arith.addf %a, %v : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, -%j + symbol(%n) - 1] : memref<?x?xf32>
      affine.store %a, %u[%j] : memref<?xf32>
    }
  }
  affine.for %j = 0 to %n {
    %v = affine.load %x[%j] : memref<?xf32>
    %s = arith.addf %v, %v : f32
    affine.store %s, %z[%j] : memref<?xf32>
  }
  return
}
