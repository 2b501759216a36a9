// What depends on data is taken to be executed, and a line says so.
// RUN: polymem-opt %s --polymem-print-cost=assume=N=64 2>&1 >/dev/null | FileCheck %s

// CHECK: global: 16 sectors loaded, 0 stored
// CHECK: instructions of threads: 128 float,
// CHECK: not exact: a condition depends on data: both of its branches are counted
func.func @data(%A: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c64, %ny = %c1, %nz = %c1) {
    %a = memref.load %A[%tx] : memref<?xf32>
    %positive = arith.cmpf ogt, %a, %zero : f32
    scf.if %positive {
      %b = memref.load %A[%tx] : memref<?xf32>
      %c = arith.addf %b, %b : f32
    }
    gpu.terminator
  }
  return
}
