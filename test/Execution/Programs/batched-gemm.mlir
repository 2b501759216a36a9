// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s --allow-empty
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-to-emulator --sizes=B=3 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// A product of 16 x 16 matrices for each block.
// CHECK-NOT: warning
// EQUAL: batched: B=3: identical

func.func @batched(%A: memref<?x16x16xf32> {polymem.shape = ["B", 16, 16]}, %B: memref<?x16x16xf32> {polymem.shape = ["B", 16, 16]}, %C: memref<?x16x16xf32> {polymem.shape = ["B", 16, 16]}, %n: index {polymem.param = "B"}) {
  affine.for %b = 0 to %n {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 16 {
          %x = affine.load %A[%b, %i, %k] : memref<?x16x16xf32>
          %y = affine.load %B[%b, %k, %j] : memref<?x16x16xf32>
          %z = affine.load %C[%b, %i, %j] : memref<?x16x16xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %z, %p : f32
          affine.store %s, %C[%b, %i, %j] : memref<?x16x16xf32>
        }
      }
    }
  }
  return
}
