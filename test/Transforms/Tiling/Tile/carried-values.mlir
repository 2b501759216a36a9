// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="sizes=8" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// The nest's outermost loop carries a value: there is no tile of it that could
// yield one.

// CHECK: remark: [Missed] UnsupportedLoop {{.*}}the loop carries values (iter_args)
func.func @dot(%A: memref<?xf32>, %s: memref<f32>, %N: index) {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to %N iter_args(%x = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<?xf32>
    %n = arith.addf %x, %a : f32
    affine.yield %n : f32
  }
  affine.store %r, %s[] : memref<f32>
  return
}
