// RUN: polymem-opt %s --polymem-expand-arrays='max-bytes=319999 assume=N=100' --remarks-filter=polymem-expand-arrays --remark-policy=all -o - 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-expand-arrays='max-bytes=320000 assume=N=100' | FileCheck %s --check-prefix=FITS

// Two versions of a column of 100 floats of 8 bytes and two of a row, for each of 100 steps: 320,000 bytes
// are enough, one less is not.

// CHECK: remark: [Missed] TooLarge {{.*}} Bytes=319999
// CHECK-SAME: steps of the loop get no versions of what they overwrite: they would have more than 319999 bytes
// CHECK-NOT: memref.alloc
// FITS-COUNT-4: memref.alloc(
func.func @paths(%path: memref<?x?xf64>, %n: index {polymem.param = "N"}) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %direct = affine.load %path[%i, %j] : memref<?x?xf64>
        %first = affine.load %path[%i, %k] : memref<?x?xf64>
        %second = affine.load %path[%k, %j] : memref<?x?xf64>
        %through = arith.addf %first, %second : f64
        %next = arith.minimumf %direct, %through : f64
        affine.store %next, %path[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
