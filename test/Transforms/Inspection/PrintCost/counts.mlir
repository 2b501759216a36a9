// What a launch does is counted for the sizes that are given, partial blocks included: 1001
// elements are 126 sectors, and 3 of the 8 warps of the last block run.
// RUN: polymem-opt %s --polymem-print-cost=assume=N=1001 2>&1 >/dev/null | FileCheck %s

// CHECK:      cost of @double on nvidia-h200: {{[0-9.]+}} us (N = 1001)
// CHECK-NEXT:   launch 1: {{[0-9.]+}} us, launch; 1 launch, 4 blocks of 256 threads
// CHECK-NEXT:     shared memory of a block: 0 bytes; registers: about 64; blocks on a core: 4
// CHECK-NEXT:     global: 126 sectors loaded, 126 stored, 1.00 times the least
// CHECK-NEXT:     shared: 0 wavefronts loaded, 0 stored, none
// CHECK-NEXT:     instructions of threads: 1001 float,
func.func @double(%A: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %0 = arith.addi %N, %c255 : index
  %blocks = arith.divui %0, %c256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c256, %ny = %c1, %nz = %c1) {
    %1 = arith.muli %bx, %c256 : index
    %i = arith.addi %1, %tx : index
    %in = arith.cmpi slt, %i, %N : index
    scf.if %in {
      %a = memref.load %A[%i] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %A[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}
