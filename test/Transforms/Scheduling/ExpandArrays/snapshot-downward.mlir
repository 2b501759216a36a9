// RUN: polymem-opt %s --polymem-expand-arrays | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=9 --sizes=N=2 --sizes=N=1 --sizes=N=0 --pipeline='polymem-expand-arrays,polymem-schedule'

// From the last element to the first, what stands below is read; loads on both sides
// of what an iteration writes are told apart.

// CHECK-LABEL: func @down
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<?xf32>
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: affine.for
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.load %[[COPY]][-%[[I]] + symbol(%{{.*}}) - 2]
// CHECK: affine.store %{{.*}}, %[[A]][-%[[I]] + symbol(%{{.*}}) - 1]
func.func @down(%A: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[n] -> (n - 1)>()[%n] {
    %a = affine.load %A[symbol(%n) - %i - 2] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[symbol(%n) - %i - 1] : memref<?xf32>
  }
  return
}
