// RUN: polymem-opt %s --polymem-tile="mapping=gpu" -split-input-file | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=16" -split-input-file | FileCheck %s --check-prefix=SIZES
// RUN: polymem-opt %s --polymem-tile -split-input-file | FileCheck %s --check-prefix=CPU

// Iterations of a loop with polymem.lanes become neighbouring threads of each
// row; a block has as many rows as leave it 256 threads.

// CHECK-LABEL: func @rows
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scratch.tile (%[[I:.*]]) = (%[[C0]]) to (%{{.*}}) step (%[[C8]]) mapping [#gpu.block<x>]
// CHECK:   scratch.alloc() : memref<8x32xf32
// CHECK:   scratch.tile (%[[T:.*]], %[[P:.*]]) = (%[[I]], %[[C0]]) to (%{{.*}}, %[[C32]]) step (%[[C1]], %[[C1]]) mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK:     affine.load %{{.*}}[%[[T]], %[[P]]]
// CHECK:   scratch.tile (%{{.*}}) = (%[[I]]) to {{.*}} mapping [#gpu.thread<x>]

// Given sizes are for the loops of the band, inner ones after it.
// SIZES-LABEL: func @rows
// SIZES: %[[C16:.*]] = arith.constant 16 : index
// SIZES: step (%[[C16]]) mapping [#gpu.block<x>]
// SIZES-NOT: #gpu.thread<y>

// CPU-LABEL: func @rows
// CPU-NOT: #gpu
// CPU: return
func.func @rows(%A: memref<?x32xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %parts = memref.alloca() : memref<32xf32>
    affine.for %p = 0 to 32 {
      %a = affine.load %A[%i, %p] : memref<?x32xf32>
      affine.store %a, %parts[%p] : memref<32xf32>
    } {polymem.lanes}
    %b = affine.load %parts[31] : memref<32xf32>
    affine.store %b, %y[%i] : memref<?xf32>
  }
  return
}

// -----

// One that carries a dependence has no lanes: the attribute is a wish.

// CHECK-LABEL: func @carried
// CHECK-NOT: #gpu.thread<y>
// CHECK: return
// SIZES-LABEL: func @carried
// CPU-LABEL: func @carried
func.func @carried(%A: memref<?x32xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i, 0] : memref<?x32xf32>
    affine.store %x, %z[%i] : memref<?xf32>
    affine.for %p = 0 to 32 {
      %a = affine.load %A[%i, %p] : memref<?x32xf32>
      affine.store %a, %y[%i] : memref<?xf32>
    } {polymem.lanes}
  }
  return
}

// -----

// Beside two parallel loops there is no room for lanes.

// CHECK-LABEL: func @two
// CHECK: mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK-NOT: #gpu.thread<z>
// CHECK: return
// SIZES-LABEL: func @two
// CPU-LABEL: func @two
func.func @two(%A: memref<?x?x32xf32>, %y: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %parts = memref.alloca() : memref<32xf32>
      affine.for %p = 0 to 32 {
        %a = affine.load %A[%i, %j, %p] : memref<?x?x32xf32>
        affine.store %a, %parts[%p] : memref<32xf32>
      } {polymem.lanes}
      %b = affine.load %parts[31] : memref<32xf32>
      affine.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
