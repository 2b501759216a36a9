// In the main loop of a product of matrices, four rounds become one, and LLVM makes one load of four elements of a row of
// A; columns of a thread are neighbours, two and two, which are one load of B: of tiles of 96 x 96 in blocks of 16 x 16,
// each thread has 6 rows and 6 columns, so that 144 multiply-adds have 6 loads of A and 12 of B. The loop is there for full
// tiles and for partial ones.
//
// RUN: polymem-opt %s --polymem-to-ptx='machine=nvidia-h100 contract=true warnings=false sizes=96,96,32 block-size=16,16 output=%t.ptx' -o /dev/null
// RUN: FileCheck %s < %t.ptx
// RUN: grep -c fma.rn.f32 %t.ptx | FileCheck %s --check-prefix=FMA

// FMA: {{^}}288{{$}}
// CHECK-COUNT-6: ld.shared.v4.b32
// CHECK-NOT: ld.shared
// CHECK-COUNT-3: ld.shared.v2.b32
// CHECK-NOT: ld.shared
// CHECK: fma.rn.f32
// CHECK-COUNT-9: ld.shared.v2.b32
// CHECK-NOT: ld.shared
// CHECK: bra
func.func @gemm(%C: memref<1000x1000xf32>, %A: memref<1000x1000xf32>, %B: memref<1000x1000xf32>) {
  affine.for %i = 0 to 1000 {
    affine.for %j = 0 to 1000 {
      affine.for %k = 0 to 1000 {
        %c = affine.load %C[%i, %j] : memref<1000x1000xf32>
        %a = affine.load %A[%i, %k] : memref<1000x1000xf32>
        %b = affine.load %B[%k, %j] : memref<1000x1000xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<1000x1000xf32>
      }
    }
  }
  return
}
