// RUN: sed 's/\b80\b/80000/g; s/\b79\b/79999/g; s/\b77\b/79997/g; s/80x80x/80000x80000x/g' %s \
// RUN:   | timeout 60 polymem-opt --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --entry=strided --compare --pipeline=polymem-schedule

// Steps, remainders and an array that is written backwards: large sizes take no time, and smaller
// ones give the same results as before.

// CHECK-LABEL: @strided
// CHECK: affine.for %{{.*}} = 1 to 79999 step 2
// CHECK: affine.for %{{.*}} = 0 to 79997 step 3
// CHECK: affine.for %{{.*}} = 0 to 80000
// CHECK: parallel = true
// CHECK: parallel = true
func.func @strided(%A: memref<80x80xf32> {polymem.shape = ["80", "80"]},
                   %B: memref<80x80xf32> {polymem.shape = ["80", "80"]},
                   %C: memref<80x80xf32> {polymem.shape = ["80", "80"]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 1 to 79 step 2 {
    affine.for %j = 0 to 77 step 3 {
      affine.store %zero, %C[%i, %j] : memref<80x80xf32>
      affine.for %k = 0 to 80 {
        %a = affine.load %A[%i, %k] : memref<80x80xf32>
        %b = affine.load %B[%k, %j] : memref<80x80xf32>
        %c = affine.load %C[%i, %j] : memref<80x80xf32>
        %product = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %product : f32
        affine.store %sum, %C[%i, %j] : memref<80x80xf32>
      }
    }
  }
  affine.for %i = 0 to 80 {
    affine.for %j = 0 to 80 {
      affine.if affine_set<(d0, d1) : (d0 + d1 - 75 >= 0, d0 mod 2 == 0)>(%i, %j) {
        %c = affine.load %C[%i, %j] : memref<80x80xf32>
        affine.store %c, %A[79 - %j, %i] : memref<80x80xf32>
      }
    }
  }
  return
}
