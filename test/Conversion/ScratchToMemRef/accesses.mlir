// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// Every kind of access goes through the mapping.

#row = #scratch.mapping<(d0, d1)[s0] -> (d0 mod 2, d1 - s0), extents = ()[s0] -> (2, 64)>

// CHECK-LABEL: func @accesses
// CHECK-SAME: (%[[N:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index, %[[F:[a-z0-9]+]]: f32)
func.func @accesses(%n: index, %i: index, %f: f32) {
  %b = scratch.alloc(%n, %n)[%i] : memref<?x?xf32, #row>
  // CHECK: affine.for %[[T:.*]] = 0
  affine.for %t = 0 to %n {
    // CHECK: affine.vector_load %{{.*}}[%[[T]] mod 2, 4] : memref<2x64xf32>, vector<4xf32>
    %v = affine.vector_load %b[%t, symbol(%i) + 4] : memref<?x?xf32, #row>, vector<4xf32>
    // CHECK: affine.vector_store %{{.*}}, %{{.*}}[(%[[T]] + 1) mod 2, 0] : memref<2x64xf32>, vector<4xf32>
    affine.vector_store %v, %b[%t + 1, symbol(%i)] : memref<?x?xf32, #row>, vector<4xf32>
  }
  // CHECK: %[[X:.*]] = arith.muli
  %x = arith.muli %n, %n : index
  // CHECK: affine.load %{{.*}}[symbol(%[[X]]) mod 2, -symbol(%[[I]]) + symbol(%[[N]])] : memref<2x64xf32>
  %0 = memref.load %b[%x, %n] : memref<?x?xf32, #row>
  // CHECK: affine.store
  memref.store %0, %b[%n, %n] : memref<?x?xf32, #row>
  // CHECK: %[[Y:.*]] = arith.subi %[[N]], %[[I]]
  // CHECK: memref.atomic_rmw addf %[[F]], %{{.*}}[%{{.*}}, %[[Y]]] : (f32, memref<2x64xf32>) -> f32
  %1 = memref.atomic_rmw addf %f, %b[%n, %n] : (f32, memref<?x?xf32, #row>) -> f32
  return
}
