// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-schedule
// RUN: polymem-opt %s --polymem-tile --remarks-filter=polymem-tile -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-tile
// RUN: polymem-opt %s --polymem-time-tile --remarks-filter=polymem-time-tile -o /dev/null 2>&1 | FileCheck %s -DPASS=polymem-time-tile

// 34 rows, every other one: they are taken together with the rows between them, which is said at the
// first of the loads. 34 rows that follow each other are taken together exactly.

// CHECK-NOT: ReferencesTogether
// CHECK: many-references.mlir:[[#@LINE+6]]:13: remark: [Analysis] ReferencesTogether | Category:[[PASS]] | Function=every_other |{{.*}}34 references of one statement read arg0, more than 32:
// CHECK-NOT: ReferencesTogether
func.func @every_other(%A: memref<?x?xf32>, %T: index, %N: index) {
  affine.for %t = 0 to %T {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x0 = affine.load %A[%i, %j] : memref<?x?xf32>
      %x1 = affine.load %A[%i + 2, %j] : memref<?x?xf32>
      %s1 = arith.addf %x0, %x1 : f32
      %x2 = affine.load %A[%i + 4, %j] : memref<?x?xf32>
      %s2 = arith.addf %s1, %x2 : f32
      %x3 = affine.load %A[%i + 6, %j] : memref<?x?xf32>
      %s3 = arith.addf %s2, %x3 : f32
      %x4 = affine.load %A[%i + 8, %j] : memref<?x?xf32>
      %s4 = arith.addf %s3, %x4 : f32
      %x5 = affine.load %A[%i + 10, %j] : memref<?x?xf32>
      %s5 = arith.addf %s4, %x5 : f32
      %x6 = affine.load %A[%i + 12, %j] : memref<?x?xf32>
      %s6 = arith.addf %s5, %x6 : f32
      %x7 = affine.load %A[%i + 14, %j] : memref<?x?xf32>
      %s7 = arith.addf %s6, %x7 : f32
      %x8 = affine.load %A[%i + 16, %j] : memref<?x?xf32>
      %s8 = arith.addf %s7, %x8 : f32
      %x9 = affine.load %A[%i + 18, %j] : memref<?x?xf32>
      %s9 = arith.addf %s8, %x9 : f32
      %x10 = affine.load %A[%i + 20, %j] : memref<?x?xf32>
      %s10 = arith.addf %s9, %x10 : f32
      %x11 = affine.load %A[%i + 22, %j] : memref<?x?xf32>
      %s11 = arith.addf %s10, %x11 : f32
      %x12 = affine.load %A[%i + 24, %j] : memref<?x?xf32>
      %s12 = arith.addf %s11, %x12 : f32
      %x13 = affine.load %A[%i + 26, %j] : memref<?x?xf32>
      %s13 = arith.addf %s12, %x13 : f32
      %x14 = affine.load %A[%i + 28, %j] : memref<?x?xf32>
      %s14 = arith.addf %s13, %x14 : f32
      %x15 = affine.load %A[%i + 30, %j] : memref<?x?xf32>
      %s15 = arith.addf %s14, %x15 : f32
      %x16 = affine.load %A[%i + 32, %j] : memref<?x?xf32>
      %s16 = arith.addf %s15, %x16 : f32
      %x17 = affine.load %A[%i + 34, %j] : memref<?x?xf32>
      %s17 = arith.addf %s16, %x17 : f32
      %x18 = affine.load %A[%i + 36, %j] : memref<?x?xf32>
      %s18 = arith.addf %s17, %x18 : f32
      %x19 = affine.load %A[%i + 38, %j] : memref<?x?xf32>
      %s19 = arith.addf %s18, %x19 : f32
      %x20 = affine.load %A[%i + 40, %j] : memref<?x?xf32>
      %s20 = arith.addf %s19, %x20 : f32
      %x21 = affine.load %A[%i + 42, %j] : memref<?x?xf32>
      %s21 = arith.addf %s20, %x21 : f32
      %x22 = affine.load %A[%i + 44, %j] : memref<?x?xf32>
      %s22 = arith.addf %s21, %x22 : f32
      %x23 = affine.load %A[%i + 46, %j] : memref<?x?xf32>
      %s23 = arith.addf %s22, %x23 : f32
      %x24 = affine.load %A[%i + 48, %j] : memref<?x?xf32>
      %s24 = arith.addf %s23, %x24 : f32
      %x25 = affine.load %A[%i + 50, %j] : memref<?x?xf32>
      %s25 = arith.addf %s24, %x25 : f32
      %x26 = affine.load %A[%i + 52, %j] : memref<?x?xf32>
      %s26 = arith.addf %s25, %x26 : f32
      %x27 = affine.load %A[%i + 54, %j] : memref<?x?xf32>
      %s27 = arith.addf %s26, %x27 : f32
      %x28 = affine.load %A[%i + 56, %j] : memref<?x?xf32>
      %s28 = arith.addf %s27, %x28 : f32
      %x29 = affine.load %A[%i + 58, %j] : memref<?x?xf32>
      %s29 = arith.addf %s28, %x29 : f32
      %x30 = affine.load %A[%i + 60, %j] : memref<?x?xf32>
      %s30 = arith.addf %s29, %x30 : f32
      %x31 = affine.load %A[%i + 62, %j] : memref<?x?xf32>
      %s31 = arith.addf %s30, %x31 : f32
      %x32 = affine.load %A[%i + 64, %j] : memref<?x?xf32>
      %s32 = arith.addf %s31, %x32 : f32
      %x33 = affine.load %A[%i + 66, %j] : memref<?x?xf32>
      %s33 = arith.addf %s32, %x33 : f32
      affine.store %s33, %A[%i + 1, %j + 1] : memref<?x?xf32>
    }
  }
  }
  return
}

func.func @adjacent(%A: memref<?x?xf32>, %T: index, %N: index) {
  affine.for %t = 0 to %T {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x0 = affine.load %A[%i, %j] : memref<?x?xf32>
      %x1 = affine.load %A[%i + 1, %j] : memref<?x?xf32>
      %s1 = arith.addf %x0, %x1 : f32
      %x2 = affine.load %A[%i + 2, %j] : memref<?x?xf32>
      %s2 = arith.addf %s1, %x2 : f32
      %x3 = affine.load %A[%i + 3, %j] : memref<?x?xf32>
      %s3 = arith.addf %s2, %x3 : f32
      %x4 = affine.load %A[%i + 4, %j] : memref<?x?xf32>
      %s4 = arith.addf %s3, %x4 : f32
      %x5 = affine.load %A[%i + 5, %j] : memref<?x?xf32>
      %s5 = arith.addf %s4, %x5 : f32
      %x6 = affine.load %A[%i + 6, %j] : memref<?x?xf32>
      %s6 = arith.addf %s5, %x6 : f32
      %x7 = affine.load %A[%i + 7, %j] : memref<?x?xf32>
      %s7 = arith.addf %s6, %x7 : f32
      %x8 = affine.load %A[%i + 8, %j] : memref<?x?xf32>
      %s8 = arith.addf %s7, %x8 : f32
      %x9 = affine.load %A[%i + 9, %j] : memref<?x?xf32>
      %s9 = arith.addf %s8, %x9 : f32
      %x10 = affine.load %A[%i + 10, %j] : memref<?x?xf32>
      %s10 = arith.addf %s9, %x10 : f32
      %x11 = affine.load %A[%i + 11, %j] : memref<?x?xf32>
      %s11 = arith.addf %s10, %x11 : f32
      %x12 = affine.load %A[%i + 12, %j] : memref<?x?xf32>
      %s12 = arith.addf %s11, %x12 : f32
      %x13 = affine.load %A[%i + 13, %j] : memref<?x?xf32>
      %s13 = arith.addf %s12, %x13 : f32
      %x14 = affine.load %A[%i + 14, %j] : memref<?x?xf32>
      %s14 = arith.addf %s13, %x14 : f32
      %x15 = affine.load %A[%i + 15, %j] : memref<?x?xf32>
      %s15 = arith.addf %s14, %x15 : f32
      %x16 = affine.load %A[%i + 16, %j] : memref<?x?xf32>
      %s16 = arith.addf %s15, %x16 : f32
      %x17 = affine.load %A[%i + 17, %j] : memref<?x?xf32>
      %s17 = arith.addf %s16, %x17 : f32
      %x18 = affine.load %A[%i + 18, %j] : memref<?x?xf32>
      %s18 = arith.addf %s17, %x18 : f32
      %x19 = affine.load %A[%i + 19, %j] : memref<?x?xf32>
      %s19 = arith.addf %s18, %x19 : f32
      %x20 = affine.load %A[%i + 20, %j] : memref<?x?xf32>
      %s20 = arith.addf %s19, %x20 : f32
      %x21 = affine.load %A[%i + 21, %j] : memref<?x?xf32>
      %s21 = arith.addf %s20, %x21 : f32
      %x22 = affine.load %A[%i + 22, %j] : memref<?x?xf32>
      %s22 = arith.addf %s21, %x22 : f32
      %x23 = affine.load %A[%i + 23, %j] : memref<?x?xf32>
      %s23 = arith.addf %s22, %x23 : f32
      %x24 = affine.load %A[%i + 24, %j] : memref<?x?xf32>
      %s24 = arith.addf %s23, %x24 : f32
      %x25 = affine.load %A[%i + 25, %j] : memref<?x?xf32>
      %s25 = arith.addf %s24, %x25 : f32
      %x26 = affine.load %A[%i + 26, %j] : memref<?x?xf32>
      %s26 = arith.addf %s25, %x26 : f32
      %x27 = affine.load %A[%i + 27, %j] : memref<?x?xf32>
      %s27 = arith.addf %s26, %x27 : f32
      %x28 = affine.load %A[%i + 28, %j] : memref<?x?xf32>
      %s28 = arith.addf %s27, %x28 : f32
      %x29 = affine.load %A[%i + 29, %j] : memref<?x?xf32>
      %s29 = arith.addf %s28, %x29 : f32
      %x30 = affine.load %A[%i + 30, %j] : memref<?x?xf32>
      %s30 = arith.addf %s29, %x30 : f32
      %x31 = affine.load %A[%i + 31, %j] : memref<?x?xf32>
      %s31 = arith.addf %s30, %x31 : f32
      %x32 = affine.load %A[%i + 32, %j] : memref<?x?xf32>
      %s32 = arith.addf %s31, %x32 : f32
      %x33 = affine.load %A[%i + 33, %j] : memref<?x?xf32>
      %s33 = arith.addf %s32, %x33 : f32
      affine.store %s33, %A[%i + 1, %j + 1] : memref<?x?xf32>
    }
  }
  }
  return
}
