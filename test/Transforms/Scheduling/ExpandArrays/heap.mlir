// RUN: polymem-opt %s --polymem-expand-arrays | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check --sizes=N=5,M=4 --sizes=N=1,M=1 --sizes=N=0,M=3 \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule'

// A temporary on the heap, which ends behind the nest, is one like others.

// CHECK-NOT: memref.alloc({{.*}}) : memref<?xf32>
// CHECK: %[[ROWS:.*]] = memref.alloc(%{{.*}}, %{{.*}}) : memref<?x?xf32>
// CHECK: memref.dealloc %[[ROWS]] : memref<?x?xf32>
// CHECK-NOT: dealloc
// CHECK: return
func.func @rows(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %sum = memref.alloc(%m) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %p = 0 to %m {
      affine.store %zero, %sum[%p] : memref<?xf32>
      affine.for %s = 0 to %m {
        %x = affine.load %sum[%p] : memref<?xf32>
        %a = affine.load %A[%i, %s] : memref<?x?xf32>
        %c = affine.load %C[%s, %p] : memref<?x?xf32>
        %ac = arith.mulf %a, %c : f32
        %y = arith.addf %x, %ac : f32
        affine.store %y, %sum[%p] : memref<?xf32>
      }
    }
    affine.for %p = 0 to %m {
      %x = affine.load %sum[%p] : memref<?xf32>
      affine.store %x, %A[%i, %p] : memref<?x?xf32>
    }
  }
  memref.dealloc %sum : memref<?xf32>
  return
}
