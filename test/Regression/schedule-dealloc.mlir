// The scheduler took a deallocation for a statement like others, and fused it
// into a loop, so that a launch held it. (polymem-fuzz, seed 10011015)

// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --emulate --compare --check-bounds --sizes=M=0 --sizes=M=3 \
// RUN:   --pipeline='polymem-schedule,polymem-tile{mapping=gpu},polymem-map-sequential,convert-scratch-to-gpu'

// CHECK: affine.for
// CHECK-NOT: dealloc
// CHECK: } {scratch.loop
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: return
func.func @f(%A: memref<?x?xf64> {polymem.shape = ["M + 2", "M + 2"]},
             %B: memref<?x6xf32> {polymem.shape = ["M * 2 + 8", "6"]}) {
  %T = memref.alloc() : memref<8x8x10xf64>
  affine.for %i = 0 to 2 {
    %a = affine.load %A[0, 0] : memref<?x?xf64>
    %b = arith.truncf %a : f64 to f32
    affine.store %b, %B[%i, 0] : memref<?x6xf32>
  }
  %c = affine.load %B[0, 0] : memref<?x6xf32>
  %d = arith.extf %c : f32 to f64
  affine.store %d, %T[0, 2, 0] : memref<8x8x10xf64>
  memref.dealloc %T : memref<8x8x10xf64>
  return
}
