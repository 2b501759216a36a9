// The block in front of a loop with barriers was made one with the loop's last one: a loop with two
// entries, of which the emulator saw threads wait in different iterations (fuzzer).

// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=N=5 \
// RUN:   --pipeline='polymem-schedule,polymem-tile{sizes=4,3,2 mapping=gpu},scratch-promote,convert-scratch-to-gpu' | FileCheck %s

// CHECK: identical

func.func @f(%A: memref<?x?xf64> {polymem.shape = ["N", "N"]}, %b: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?xf64>
  %t = memref.alloc(%n) : memref<?xf64>
  affine.for %i = 0 to 5 {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f64
    affine.store %1, %t[%i] : memref<?xf64>
  }
  affine.for %i = 1 to 5 {
    %0 = affine.load %t[%i] : memref<?xf64>
    affine.store %0, %A[%i, %i] : memref<?x?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %t[%j] : memref<?xf64>
      %2 = affine.load %A[%j, %i] : memref<?x?xf64>
      %3 = arith.addf %2, %1 : f64
      affine.store %3, %A[%j, %i] : memref<?x?xf64>
    }
  }
  return
}
