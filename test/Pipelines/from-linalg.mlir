// RUN: polymem-opt %s --polymem-from-linalg | FileCheck %s
// RUN: polymem-opt %s --polymem-from-linalg --polymem-to-ptx | FileCheck %s --check-prefix=PTX

// PTX-DAG: .entry relu_kernel(
// PTX-DAG: .entry layers_kernel(
// PTX-DAG: .entry updated_kernel(
// PTX-DAG: .entry memrefs_kernel(

// A result becomes an argument, which is computed in place.
// CHECK-LABEL: func @relu
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[R:.*]]: memref<?xf32>) {
// CHECK-NOT: memref.alloc
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.load %[[A]][%[[I]]]
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: affine.store %{{.*}}, %[[R]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
#id = affine_map<(d0) -> (d0)>
func.func @relu(%A: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %A, %c0 : tensor<?xf32>
  %init = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%A : tensor<?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A temporary is freed.
// CHECK-LABEL: func @layers
// CHECK: %[[T:.*]] = memref.alloc() {{.*}} : memref<16x8xf32>
// CHECK: affine.store %{{.*}}, %[[T]]
// CHECK: affine.load %[[T]]
// CHECK-NOT: {{linalg|tensor}}
// CHECK: memref.dealloc %[[T]]
// CHECK-NEXT: return
func.func @layers(%A: tensor<16x32xf32>, %W: tensor<32x8xf32>, %V: tensor<8x4xf32>) -> tensor<16x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %x = linalg.matmul ins(%A, %W : tensor<16x32xf32>, tensor<32x8xf32>) outs(%f : tensor<16x8xf32>) -> tensor<16x8xf32>
  %g = tensor.empty() : tensor<16x4xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<16x4xf32>) -> tensor<16x4xf32>
  %y = linalg.matmul ins(%x, %V : tensor<16x8xf32>, tensor<8x4xf32>) outs(%h : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %y : tensor<16x4xf32>
}

// What is updated and returned is copied, by loops.
// CHECK-LABEL: func @updated
// CHECK-SAME: (%{{.*}}: memref<8xf32>, %[[B:.*]]: memref<8xf32>{{.*}}, %[[R:.*]]: memref<8xf32>
// CHECK-NOT: memref.copy
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK: affine.for %[[J:.*]] = 0 to 8
// CHECK-NEXT: %[[X:.*]] = affine.load %[[B]][%[[J]]]
// CHECK-NEXT: affine.store %[[X]], %[[R]][%[[J]]]
func.func @updated(%A: tensor<8xf32>, %B: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %r = linalg.add ins(%A, %B : tensor<8xf32>, tensor<8xf32>) outs(%B : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// On memrefs, with loops of scf beside it.
// CHECK-LABEL: func @memrefs
// CHECK-COUNT-3: affine.for
// CHECK-NOT: {{linalg|scf|memref.load}}
// CHECK: affine.for
// CHECK-NOT: {{linalg|scf|memref.load}}
// CHECK: return
func.func @memrefs(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %d: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  %n = memref.dim %d, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %C[%i, %i] : memref<?x?xf32>
    memref.store %c, %d[%i] : memref<?xf32>
  }
  return
}
