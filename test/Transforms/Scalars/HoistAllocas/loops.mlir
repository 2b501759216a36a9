// RUN: polymem-opt %s -polymem-hoist-allocas | FileCheck %s

// Out of sequential loops and conditions, to the start of the function.
// CHECK-LABEL: func @nest
// CHECK-NEXT: %[[A:.*]] = memref.alloca() : memref<f32>
// CHECK-NEXT: %[[B:.*]] = memref.alloca() : memref<4xf32>
// CHECK-NEXT: affine.for
// CHECK-NOT: memref.alloca
// CHECK: affine.store %{{.*}}, %[[A]][]
// CHECK: affine.store %{{.*}}, %[[B]][0]
func.func @nest(%n: index, %x: f32) {
  affine.for %i = 0 to %n {
    scf.for %j = %i to %n step %n {
      affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
        %a = memref.alloca() : memref<f32>
        affine.store %x, %a[] : memref<f32>
      }
      %b = memref.alloca() : memref<4xf32>
      affine.store %x, %b[0] : memref<4xf32>
    }
  }
  return
}

// As far as the size is known.
// CHECK-LABEL: func @sizes
// CHECK-NEXT: affine.for %[[I:.*]] = 0
// CHECK-NEXT: memref.alloca(%[[I]]) : memref<?xf32>
// CHECK-NEXT: affine.for
func.func @sizes(%n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = memref.alloca(%i) : memref<?xf32>
      affine.store %x, %a[0] : memref<?xf32>
    }
  }
  return
}

// Parallel iterations and threads keep their own.
// CHECK-LABEL: func @parallel
// CHECK-NEXT: affine.parallel
// CHECK-NEXT: memref.alloca
// CHECK: gpu.launch
// CHECK-NEXT: memref.alloca
// CHECK-NEXT: affine.for
func.func @parallel(%n: index, %x: f32) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.for %j = 0 to %n {
      %a = memref.alloca() : memref<f32>
      affine.store %x, %a[] : memref<f32>
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    affine.for %j = 0 to %n {
      %a = memref.alloca() : memref<f32>
      affine.store %x, %a[] : memref<f32>
    }
    gpu.terminator
  }
  return
}
