// RUN: polymem-opt %s --allow-unregistered-dialect --polymem-reuse-loads | FileCheck %s

// A loop without iterations reads nothing: what may not have been written by then stays in it. (Found by the fuzzer: the
// checked emulator saw a read of what nobody had written, in front of an empty loop.)

// CHECK-LABEL: func @under_condition
// CHECK: affine.for
// CHECK-NEXT: affine.load %{{.*}}[] : memref<f32>
func.func @under_condition(%A: memref<?xf32>, %n: index, %m: index) {
  %one = arith.constant 1.0 : f32
  %cell = memref.alloca() : memref<f32>
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
    affine.store %one, %cell[] : memref<f32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %cell[] : memref<f32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func @in_any_case
// CHECK: affine.load %{{.*}}[] : memref<f32>
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
func.func @in_any_case(%A: memref<?xf32>, %n: index, %m: index) {
  %one = arith.constant 1.0 : f32
  %cell = memref.alloca() : memref<f32>
  affine.store %one, %cell[] : memref<f32>
  "use"(%cell) : (memref<f32>) -> ()
  affine.for %j = 0 to %m {
    affine.for %i = 0 to %n {
      %x = affine.load %cell[] : memref<f32>
      affine.store %x, %A[%i + %j] : memref<?xf32>
    }
  }
  return
}
