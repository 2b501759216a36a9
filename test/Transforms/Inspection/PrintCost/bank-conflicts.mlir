// A column of a buffer whose rows fill all banks takes a wavefront for each thread.
// RUN: polymem-opt %s --polymem-print-cost 2>&1 >/dev/null | FileCheck %s

// CHECK: shared memory of a block: 4096 bytes
// CHECK: shared: 32 wavefronts loaded, 1 stored, 16.50 times the least
func.func @column() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%B : memref<32x32xf32, #gpu.address_space<workgroup>>) {
    %b = memref.load %B[%tx, %c0] : memref<32x32xf32, #gpu.address_space<workgroup>>
    memref.store %b, %B[%c0, %tx] : memref<32x32xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}
