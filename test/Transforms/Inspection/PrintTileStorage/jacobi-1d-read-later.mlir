// B is written anew by each strip: only the strip with the last steps stores it (Isoard 2016, section
// 2.3.1, says that this takes an analysis of strips). A is read by the next one.

// RUN: polymem-opt %s -o /dev/null 2> %t --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{print-sets read-later sizes=s1,s2 schedule="{ S0[t,i] -> [t, 2t+i, 0]; S1[t,i] -> [t, 2t+i+1, 1] }"}))'
// RUN: %python %S/Inputs/compare-sets.py LATER %s < %t | polymem-opt -test-polymem-isl-equal -o /dev/null | FileCheck %s
// CHECK: arg0 store: equal
// CHECK-NEXT: arg1 load: both empty
// CHECK-NEXT: arg1 store: equal
// LATER-WHERE [s1, s2] -> { [I1, I2] : s1 >= 1 and s2 >= 1 }
// LATER arg0 store: [arg2, arg3, s1, s2] -> { [I1, I2] -> arg0[m] :
// LATER : (1 <= m <= arg2 - 2 and m >= 1 - 2 arg3 + s2 + I2 and I1 >= 1 - s1 and 1 <= m + 2s1 + 2I1 - I2 <= s2) or
// LATER : (1 <= m <= arg2 - 2 and I1 < arg3 and 1 - 2 arg3 + I2 <= m <= s2 - 2 arg3 + I2 and m >= 1 - 2s1 - 2I1 + I2
// LATER : and I1 >= 1 - s1 and arg3 >= 1) }
// LATER arg1 load: { [I1, I2] -> arg1[m] : 1 = 0 }
// LATER arg1 store: [arg2, arg3, s1, s2] -> { [I1, I2] -> arg1[m] : I1 + s1 >= arg3 and (
// LATER : (1 <= m <= arg2 - 2 and m >= 2 - 2 arg3 + s2 + I2 and I1 >= 1 - s1 and 2 <= m + 2s1 + 2I1 - I2 <= 1 + s2) or
// LATER : (1 <= m <= arg2 - 2 and I1 < arg3 and 2 - 2 arg3 + I2 <= m <= 1 + s2 - 2 arg3 + I2 and m >= 2 - 2s1 - 2I1 + I2
// LATER : and I1 >= 1 - s1 and arg3 >= 1)) }

func.func @jacobi(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32>{polymem.shape = ["N"]}, %n: index, %m: index) {
  affine.for %t = 0 to %m {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %A[%i - 1] : memref<?xf32>
      %1 = affine.load %A[%i] : memref<?xf32>
      %2 = affine.load %A[%i + 1] : memref<?xf32>
      %3 = arith.addf %0, %1 : f32
      %4 = arith.addf %3, %2 : f32
      affine.store %4, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %B[%i] : memref<?xf32>
      affine.store %0, %A[%i] : memref<?xf32>
    }
  }
  return
}
