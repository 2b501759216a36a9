// What tiles of any sizes load and store, of all origins (Isoard 2016, section 2.3.1), N being arg2
// and M arg3. In the thesis the fifth piece of Load has "1 <= I2 - 2 I1 >= 2 - s2", the second one of
// Store is printed as A's, and the fourth has no lower bound 1 - 2M + I2; the domains begin at i = 0.

// RUN: polymem-opt %s -o /dev/null 2> %t --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{print-sets sizes=s1,s2 schedule="{ S0[t,i] -> [t, 2t+i, 0]; S1[t,i] -> [t, 2t+i+1, 1] }"}))'
// RUN: %python %S/Inputs/compare-sets.py ALL %s < %t | polymem-opt -test-polymem-isl-equal -o /dev/null | FileCheck %s --check-prefix=FOUR
// FOUR: arg0 load: equal
// FOUR-NEXT: arg0 store: equal
// FOUR-NEXT: arg1 load: both empty
// FOUR-NEXT: arg1 store: equal
// ALL-WHERE [s1, s2] -> { [I1, I2] : s1 >= 1 and s2 >= 1 }
// ALL arg0 load: [arg2, arg3, s1, s2] -> { [I1, I2] -> arg0[m] :
// ALL : (1 <= m + 2I1 - I2 <= s2 and 0 <= I1 < arg3 and 1 <= m < arg2 and I2 >= 2 - s2 + 2I1 and arg2 >= 3) or
// ALL : (1 <= m < arg2 and I2 < m <= s2 + I2 and arg3 >= 1 and 1 - s1 <= I1 < 0 and I2 >= 2 - s2 and arg2 >= 3) or
// ALL : (m = 1 and I2 = 1 + 2I1 and 0 <= I1 < arg3 and arg2 >= 3) or
// ALL : (0 <= m <= 1 and I2 = 1 and 1 - s1 <= I1 < 0 and arg3 >= 1 and arg2 >= 3) or
// ALL : (m = 0 and 0 <= I1 < arg3 and arg2 >= 3 and 2 - s2 <= I2 - 2I1 <= 1) or
// ALL : (m = 0 and 1 - s1 <= I1 < 0 and arg3 >= 1 and arg2 >= 3 and 2 - s2 <= I2 <= 0) }
// ALL arg0 store: [arg2, arg3, s1, s2] -> { [I1, I2] -> arg0[m] :
// ALL : (1 <= m <= arg2 - 2 and m >= 1 - 2 arg3 + s2 + I2 and I1 >= 1 - s1 and 1 <= m + 2s1 + 2I1 - I2 <= s2) or
// ALL : (1 <= m <= arg2 - 2 and I1 < arg3 and 1 - 2 arg3 + I2 <= m <= s2 - 2 arg3 + I2 and m >= 1 - 2s1 - 2I1 + I2
// ALL : and I1 >= 1 - s1 and arg3 >= 1) }
// ALL arg1 load: { [I1, I2] -> arg1[m] : 1 = 0 }
// ALL arg1 store: [arg2, arg3, s1, s2] -> { [I1, I2] -> arg1[m] :
// ALL : (1 <= m <= arg2 - 2 and m >= 2 - 2 arg3 + s2 + I2 and I1 >= 1 - s1 and 2 <= m + 2s1 + 2I1 - I2 <= 1 + s2) or
// ALL : (1 <= m <= arg2 - 2 and I1 < arg3 and 2 - 2 arg3 + I2 <= m <= 1 + s2 - 2 arg3 + I2 and m >= 2 - 2s1 - 2I1 + I2
// ALL : and I1 >= 1 - s1 and arg3 >= 1) }

// Of 2 by 3 points that begin at multiples of their sizes (section 2.2.2), where T1 = I1 / 2, T2 = I2 / 3.
// RUN: polymem-opt %s -o /dev/null 2> %t --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{print-sets sizes=2,3 schedule="{ S0[t,i] -> [t, 2t+i, 0]; S1[t,i] -> [t, 2t+i+1, 1] }"}))'
// RUN: %python %S/Inputs/compare-sets.py NUMBERS %s < %t | polymem-opt -test-polymem-isl-equal -o /dev/null | FileCheck %s --check-prefix=ONE
// ONE: arg0 load: equal
// NUMBERS-WHERE { [I1, I2] : I1 mod 2 = 0 and I2 mod 3 = 0 }
// NUMBERS arg0 load: [arg2, arg3] -> { [I1, I2] -> arg0[m] :
// NUMBERS : (0 <= I1 < arg3 and 2 <= m < arg2 and 1 <= m + 2I1 - I2 <= 3) or
// NUMBERS : (0 <= m <= 1 and arg2 >= 3 and 0 <= I1 < arg3 and -1 <= 2I1 - I2 <= 1) }

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
