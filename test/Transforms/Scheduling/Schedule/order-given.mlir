// What says how a function is to be executed would be lost in another order.

// RUN: polymem-opt %s --polymem-schedule=reorder-parallel=false --remarks-filter=polymem-schedule --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before.mlir && diff %t.before.mlir %t.mlir
// RUN: polymem-opt %s --polymem-schedule | FileCheck %s --check-prefix=REORDERED

// CHECK-DAG: OrderGiven {{.*}}Function=tiled {{.*}}'scratch.tile' maps the function to a machine already
func.func @tiled(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: OrderGiven {{.*}}Function=sizes {{.*}}'affine.for' has an attribute that says how it is tiled as written
func.func @sizes(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  } {polymem.tile_sizes = [8]}
  return
}

// CHECK-DAG: OrderGiven {{.*}}Function=excluded {{.*}}'affine.for' has an attribute that says how it is tiled as written
func.func @excluded(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  } {polymem.no_tile}
  return
}

// CHECK-DAG: OrderGiven {{.*}}Function=declared {{.*}}'affine.parallel' is declared parallel, which another order may lose
// REORDERED-LABEL: @declared
// REORDERED: affine.for
// REORDERED: parallel = true
func.func @declared(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
