// Which mapping holds would be a question of a number with more than 64 bits: the array
// stays. (The load is out of bounds at all sizes; this crashed all the same.)

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-contract-arrays))' \
// RUN:   --remarks-filter='polymem-contract-arrays' --remark-format=emitRemark 2>&1 | FileCheck %s

// CHECK: remark: {{.*}}LargeConstant{{.*}}more than 64 bits
// CHECK: memref.alloc
func.func @f(%n: index) -> f32 {
  %A = memref.alloc(%n) : memref<?xf32>
  %one = arith.constant 1.000000e+00 : f32
  affine.for %i = 0 to %n {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  %last = arith.constant 9223372036854775807 : index
  %0 = affine.load %A[%last] : memref<?xf32>
  return %0 : f32
}
