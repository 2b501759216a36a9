// RUN: polymem-opt %s --polymem-mark-origin --polymem-expand-arrays=always > %t
// RUN: polymem-opt %t --polymem-check=strict -o /dev/null
// RUN: FileCheck %s < %t
// RUN: polymem-run %s --entry=sums --compare --check-bounds --check \
// RUN:   --sizes=N=7,M=5 --sizes=N=1,M=1 --sizes=N=0,M=4 --sizes=N=3,M=0 \
// RUN:   --pipeline='polymem-expand-arrays{always}'

// The vector v is cleared by the first iteration and takes sums from each to the
// next: it keeps its elements, whatever is asked for. In w no value goes from one
// iteration to another.

// CHECK-LABEL: func.func @sums(
// CHECK-SAME:  %{{[^:]+}}: memref<?x?xi32>{{.*}}, %[[V:[^:]+]]: memref<?xi32>{{[^,]*}}, %[[W:[^:]+]]: memref<?xi32>
// CHECK:       %[[OWN:.*]] = memref.alloc({{.*}}) : memref<?x?xi32>
// CHECK-NOT:   memref.alloc
// CHECK:       affine.store %{{.*}}, %[[V]][
// CHECK:       affine.store %{{.*}}, %[[OWN]][
// CHECK:       affine.load %[[OWN]][
// CHECK:       affine.store %{{.*}}, %[[V]][
// CHECK:       memref.dealloc %[[OWN]]
func.func @sums(%A: memref<?x?xi32> {polymem.shape = ["N", "M"]}, %v: memref<?xi32> {polymem.shape = ["M"]}, %w: memref<?xi32> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  %m = memref.dim %A, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.for %j = 0 to %m {
        affine.store %zero, %v[%j] : memref<?xi32>
      }
    }
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %aa = arith.muli %a, %a : i32
      affine.store %aa, %w[%j] : memref<?xi32>
    }
    affine.for %j = 0 to %m {
      %x = affine.load %w[symbol(%m) - 1 - %j] : memref<?xi32>
      %s = affine.load %v[%j] : memref<?xi32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %v[%j] : memref<?xi32>
    }
  }
  return
}
