// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s
// RUN: polymem-opt %s --polymem-form-fma=contract=true --polymem-split-reductions | FileCheck %s

// A multiply-add is a step of a sum, if its flags say that the order does not
// matter; in what it multiplies nothing accumulates.

// CHECK-LABEL: func @dot
// CHECK: affine.for %{{.*}} = 0 to 16384
// CHECK: arith.constant -0.0
// CHECK: affine.for {{.*}} step 16384
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<reassoc> : f32
// CHECK: affine.for %{{.*}} = 0 to 256
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
func.func @dot(%A: memref<?xf32>, %B: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = math.fma %a, %b, %s fastmath<reassoc> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func @difference
// CHECK: affine.for {{.*}} step 16384
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<reassoc> : f32
func.func @difference(%A: memref<?xf32>, %B: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %c = arith.negf %a : f32
    %t = math.fma %c, %b, %s fastmath<reassoc> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func @ordered
// CHECK-NOT: affine.for {{.*}} step 16384
func.func @ordered(%A: memref<?xf32>, %B: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = math.fma %a, %b, %s : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func @multiplied
// CHECK-NOT: affine.for {{.*}} step 16384
func.func @multiplied(%A: memref<?xf32>, %B: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = math.fma %s, %b, %a fastmath<reassoc> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}
