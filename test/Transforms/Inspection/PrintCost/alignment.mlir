// Rows of 9 floats begin at all distances from a sector's edge: 8 threads of a warp that read
// 8 floats of a row touch one sector in a row in 9, else two. Nothing is looked at row by row.
// RUN: polymem-opt %s --polymem-print-cost="assume=M=72000000,N=9 max-parts=10" 2>&1 >/dev/null | FileCheck %s

// 72,000,000 rows: 9,000,000 begin at an edge and need 1 sector, the others 2.
// CHECK:     1 launch, 72000000 blocks of 8 threads
// CHECK:     global: 135000000 sectors loaded
// CHECK-NOT: not exact
func.func @rows(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %M, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c8, %ny = %c1, %nz = %c1) {
    %a = memref.load %A[%bx, %tx] : memref<?x?xf32>
    %b = arith.addf %a, %a : f32
    gpu.terminator
  }
  return
}
