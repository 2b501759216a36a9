// Twice as many equal buffers as fit: all choices of half of them are as good,
// too many to look at. The remark says so; what is chosen fits.
//
// RUN: polymem-opt %s --scratch-promote="promote-all capacity=1536" --remarks-filter=scratch-promote --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s
// RUN: grep -c scratch.alloc %t.mlir | FileCheck %s --check-prefix=KEPT

// CHECK: remark: [Analysis] SelectionCutOff {{.*}}the search for the best buffers was cut off; the choice may not be the best
// KEPT: {{^}}12{{$}}

func.func @many(%A0: memref<64xf32>, %A1: memref<64xf32>, %A2: memref<64xf32>, %A3: memref<64xf32>, %A4: memref<64xf32>, %A5: memref<64xf32>, %A6: memref<64xf32>, %A7: memref<64xf32>, %A8: memref<64xf32>, %A9: memref<64xf32>, %A10: memref<64xf32>, %A11: memref<64xf32>, %A12: memref<64xf32>, %A13: memref<64xf32>, %A14: memref<64xf32>, %A15: memref<64xf32>, %A16: memref<64xf32>, %A17: memref<64xf32>, %A18: memref<64xf32>, %A19: memref<64xf32>, %A20: memref<64xf32>, %A21: memref<64xf32>, %A22: memref<64xf32>, %A23: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 32)>(%i) {
      %x0 = affine.load %A0[%ii] : memref<64xf32>
      %x1 = affine.load %A1[%ii] : memref<64xf32>
      %x2 = affine.load %A2[%ii] : memref<64xf32>
      %x3 = affine.load %A3[%ii] : memref<64xf32>
      %x4 = affine.load %A4[%ii] : memref<64xf32>
      %x5 = affine.load %A5[%ii] : memref<64xf32>
      %x6 = affine.load %A6[%ii] : memref<64xf32>
      %x7 = affine.load %A7[%ii] : memref<64xf32>
      %x8 = affine.load %A8[%ii] : memref<64xf32>
      %x9 = affine.load %A9[%ii] : memref<64xf32>
      %x10 = affine.load %A10[%ii] : memref<64xf32>
      %x11 = affine.load %A11[%ii] : memref<64xf32>
      %x12 = affine.load %A12[%ii] : memref<64xf32>
      %x13 = affine.load %A13[%ii] : memref<64xf32>
      %x14 = affine.load %A14[%ii] : memref<64xf32>
      %x15 = affine.load %A15[%ii] : memref<64xf32>
      %x16 = affine.load %A16[%ii] : memref<64xf32>
      %x17 = affine.load %A17[%ii] : memref<64xf32>
      %x18 = affine.load %A18[%ii] : memref<64xf32>
      %x19 = affine.load %A19[%ii] : memref<64xf32>
      %x20 = affine.load %A20[%ii] : memref<64xf32>
      %x21 = affine.load %A21[%ii] : memref<64xf32>
      %x22 = affine.load %A22[%ii] : memref<64xf32>
      %x23 = affine.load %A23[%ii] : memref<64xf32>
    }
  }
  return
}
