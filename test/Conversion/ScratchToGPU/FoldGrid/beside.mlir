// A condition with something beside it, or another branch, does not make a triangle of the grid, nor
// does one of unequal steps.

// RUN: polymem-opt %s --convert-scratch-to-gpu --remarks-filter=convert-scratch-to-gpu --remark-format=emitRemark 2>&1 | FileCheck %s

// CHECK-NOT: Folded
// CHECK: Folded{{.*}}Function=folded
// CHECK-NOT: Folded

#lower = affine_set<()[i, j] : (i - j >= 0)>

func.func @folded(%A: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    affine.if #lower()[%i, %j] {
      affine.store %x, %A[symbol(%j)] : memref<?xf32>
    } {polymem.tile_domain}
  }
  return
}

func.func @beside(%A: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    affine.store %x, %A[symbol(%i)] : memref<?xf32>
    affine.if #lower()[%i, %j] {
      affine.store %x, %A[symbol(%j)] : memref<?xf32>
    } {polymem.tile_domain}
  }
  return
}

func.func @else(%A: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    affine.if #lower()[%i, %j] {
      affine.store %x, %A[symbol(%j)] : memref<?xf32>
    } else {
      affine.store %x, %A[symbol(%i)] : memref<?xf32>
    } {polymem.tile_domain}
  }
  return
}

func.func @steps(%A: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c4) mapping [#gpu.block<y>, #gpu.block<x>] {
    affine.if #lower()[%i, %j] {
      affine.store %x, %A[symbol(%j)] : memref<?xf32>
    } {polymem.tile_domain}
  }
  return
}
