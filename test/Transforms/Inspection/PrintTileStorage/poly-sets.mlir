// What tiles of a product of polynomials load (Isoard 2016, section 5.4), n being arg3. The thesis
// counts I from the first tile: the origin is I - n + 1 in the order, -j. Its sets are those of strips
// with instances, whose first tile begins at 0.

// RUN: polymem-opt %s -o /dev/null 2> %t --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{print-sets sizes=b,b schedule="{ S0[i, j] -> [-j, i] }"}))'
// RUN: %python %S/Inputs/compare-sets.py THESIS %s < %t | polymem-opt -test-polymem-isl-equal -o /dev/null | FileCheck %s
// CHECK: arg0 load: equal
// CHECK-NEXT: arg1 load: equal
// CHECK-NEXT: arg2 load: equal
// CHECK-NEXT: arg0 store: both empty
// CHECK-NEXT: arg1 store: both empty
// CHECK-NEXT: arg2 store: equal
// THESIS-WHERE [arg3, b] -> { [K, J] : 0 <= J < arg3 and 1 - arg3 <= K <= 0 and b >= 1 }
// THESIS arg0 load: [arg3, b] -> { [K, J] -> arg0[m] : 0 <= m < arg3 and J <= m < J + b }
// THESIS arg1 load: [arg3, b] -> { [K, J] -> arg1[m] : exists I = K + arg3 - 1 : J = 0 and 0 <= m < arg3 and arg3 - I - b <= m <= arg3 - I - 1 }
// THESIS arg2 load: [arg3, b] -> { [K, J] -> arg2[m] : exists I = K + arg3 - 1 : (0 <= m and arg3 - I - b <= m <= arg3 - 1 - I and J = 0) or
// THESIS : (1 <= m + I - arg3 + 1 < arg3 and J <= m + I - arg3 + 1 < J + b) }
// THESIS arg0 store: { [K, J] -> arg0[m] : 1 = 0 }
// THESIS arg1 store: { [K, J] -> arg1[m] : 1 = 0 }

// Nothing is said of stores there. A tile stores what it writes and the next one does not: that has
// the same j or less and i = J + b or more.
// THESIS arg2 store: [arg3, b] -> { [K, J] -> arg2[m] : exists i, j : i + j = m and 0 <= i < arg3 and 0 <= j < arg3 and
// THESIS : K <= -j < K + b and J <= i < J + b and (J + b >= arg3 or m < J + b or m < J - K + 1) }

func.func @poly(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%j] : memref<?xf32>
      %c = affine.load %C[%i + %j] : memref<?xf32>
      %ab = arith.mulf %a, %b : f32
      %d = arith.addf %c, %ab : f32
      affine.store %d, %C[%i + %j] : memref<?xf32>
    }
  }
  return
}
