// The product of two polynomials (Isoard 2016, figure 5.6) as one block: strips of 3 rows, of 10. A is loaded once a strip,
// 40 elements, B once, 10, and of C what a strip adds to, 12, 12, 12 and 10 elements, which it stores. One strip of all tiles
// loads and stores each element once.
//
// DEFINE: %{promote} = scratch-promote{promote-all movement=exact},scratch-hoist-copies
// DEFINE: %{run} = polymem-run %s --compare --check --reference-pipeline=convert-scratch-to-memref
// RUN: %{run} --entry=poly --emulate --count --sizes=n=10 --pipeline='%{promote},scratch-reuse{strict},convert-scratch-to-gpu' | FileCheck %s --check-prefixes=CHECK,REUSE
// RUN: %{run} --entry=poly --emulate --count --sizes=n=10 --pipeline='%{promote},convert-scratch-to-gpu' | FileCheck %s --check-prefixes=CHECK,ALONE
// RUN: %{run} --entry=poly_10 --emulate --count --pipeline='%{promote},scratch-reuse{strip=2 strict},convert-scratch-to-gpu' | FileCheck %s --check-prefixes=CHECK,WHOLE
// RUN: %{run} --entry=poly --sizes=n=0 --sizes=n=1 --sizes=n=2 --sizes=n=3 --sizes=n=7 --pipeline='%{promote},scratch-reuse{strict},convert-scratch-to-memref' | FileCheck %s
//
// CHECK: proved
// CHECK: identical
// CHECK-NOT: different
// REUSE: global load {{[0-9]+}} 96
// REUSE: global store {{[0-9]+}} 46
// ALONE: global load {{[0-9]+}} 144
// ALONE: global store {{[0-9]+}} 64
// WHOLE: global load {{[0-9]+}} 39
// WHOLE: global store {{[0-9]+}} 19
func.func @poly(%A: memref<?xf32> {polymem.shape = ["n"]}, %B: memref<?xf32> {polymem.shape = ["n"]}, %C: memref<?xf32> {polymem.shape = ["2 * n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%I, %J) = (%c0, %c0) to (%n, %n) step (%c3, %c3) {
      scratch.tile (%l) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %i = %I to min affine_map<()[s0, s1] -> (s0 + 3, s1)>()[%I, %n] {
          affine.for %j = %J to min affine_map<()[s0, s1] -> (s0 + 3, s1)>()[%J, %n] {
            %c = affine.load %C[%j - %i + symbol(%n) - 1] : memref<?xf32>
            %a = affine.load %A[%j] : memref<?xf32>
            %x = affine.load %B[-%i + symbol(%n) - 1] : memref<?xf32>
            %p = arith.mulf %a, %x : f32
            %s = arith.addf %c, %p : f32
            affine.store %s, %C[%j - %i + symbol(%n) - 1] : memref<?xf32>
          }
        }
      }
    }
  }
  return
}
func.func @poly_10(%A: memref<10xf32>, %B: memref<10xf32>, %C: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 10 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%I, %J) = (%c0, %c0) to (%n, %n) step (%c3, %c3) {
      scratch.tile (%l) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %i = %I to min affine_map<()[s0, s1] -> (s0 + 3, s1)>()[%I, %n] {
          affine.for %j = %J to min affine_map<()[s0, s1] -> (s0 + 3, s1)>()[%J, %n] {
            %c = affine.load %C[%j - %i + 9] : memref<20xf32>
            %a = affine.load %A[%j] : memref<10xf32>
            %x = affine.load %B[-%i + 9] : memref<10xf32>
            %p = arith.mulf %a, %x : f32
            %s = arith.addf %c, %p : f32
            affine.store %s, %C[%j - %i + 9] : memref<20xf32>
          }
        }
      }
    }
  }
  return
}
