// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-to-emulator --sizes=M=40,N=20 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// Three loops that carry values: rows are parallel, and 1024 of them are few.
// CHECK: warning: this launch has 4 blocks for the 132 parallel units of 'nvidia-h200' (assuming M = 1024)
// CHECK-NOT: warning
// EQUAL: softmax: M=40 N=20: identical

func.func @softmax(%x: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %y: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %last: memref<?xf32> {polymem.shape=["M"]}, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %M {
    %max = affine.for %j = 0 to %N iter_args(%m = %ninf) -> f32 {
      %v = affine.load %x[%i, %j] : memref<?x?xf32>
      %n = arith.maximumf %m, %v : f32
      affine.yield %n : f32
    }
    %sum = affine.for %j = 0 to %N iter_args(%s = %zero) -> f32 {
      %v = affine.load %x[%i, %j] : memref<?x?xf32>
      %d = arith.subf %v, %max : f32
      %e = math.exp %d : f32
      %n = arith.addf %s, %e : f32
      affine.yield %n : f32
    }
    %end = affine.for %j = 0 to %N iter_args(%s = %zero) -> f32 {
      %v = affine.load %x[%i, %j] : memref<?x?xf32>
      %d = arith.subf %v, %max : f32
      %e = math.exp %d : f32
      %q = arith.divf %e, %sum : f32
      affine.store %q, %y[%i, %j] : memref<?x?xf32>
      %n = arith.addf %s, %q : f32
      affine.yield %n : f32
    }
    affine.store %end, %last[%i] : memref<?xf32>
  }
  return
}
