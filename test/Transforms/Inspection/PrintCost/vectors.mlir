// Where arrays begin is taken to be aligned, so it is known which version of a copy
// runs: at N=64 that of vectors, of 16 bytes a thread; at N=65 the other one.
// RUN: polymem-opt %s --polymem-print-cost="assume=N=64" 2>&1 >/dev/null | FileCheck %s --check-prefix=EVEN
// RUN: polymem-opt %s --polymem-print-cost="assume=N=65" 2>&1 >/dev/null | FileCheck %s --check-prefix=ODD

// A row is 256 bytes, 8 sectors; a request of 8 lanes stores 4 words each, all
// banks once.
// EVEN: global: 8 sectors loaded
// EVEN: shared: 0 wavefronts loaded, 2 stored, 1.00 times the least
// EVEN-NOT: not exact
// The second row begins at byte 260: each request, for 64 bytes, needs 3 sectors.
// ODD: global: 12 sectors loaded
// ODD: shared: 0 wavefronts loaded, 4 stored, 1.00 times the least
// ODD-NOT: not exact
func.func @row(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %false = arith.constant false
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c16, %ny = %c1, %nz = %c1)
             workgroup(%B : memref<64xf32, #gpu.address_space<workgroup>>) {
    %start = memref.extract_aligned_pointer_as_index %A : memref<?x?xf32> -> index
    %shared = memref.extract_aligned_pointer_as_index %B : memref<64xf32, #gpu.address_space<workgroup>> -> index
    %bytes = arith.muli %N, %c4 : index
    %some = arith.ori %start, %bytes : index
    %all = arith.ori %some, %shared : index
    %bits = arith.andi %all, %c15 : index
    %aligned = arith.cmpi eq, %bits, %c0 : index
    %vectors = scf.if %aligned -> i1 {
      %fits = arith.cmpi sge, %N, %c64 : index
      scf.yield %fits : i1
    } else {
      scf.yield %false : i1
    }
    scf.if %vectors {
      %j = arith.muli %tx, %c4 : index
      %x = vector.load %A[%c1, %j] {alignment = 16} : memref<?x?xf32>, vector<4xf32>
      vector.store %x, %B[%j] {alignment = 16} : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    } else {
      scf.for %j = %tx to %c64 step %c16 {
        %x = memref.load %A[%c1, %j] : memref<?x?xf32>
        memref.store %x, %B[%j] : memref<64xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.terminator
  }
  return
}
