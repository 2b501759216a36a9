// Tiles that are mapped one after the other each get a constant global by
// themselves; without the attribute, or for the tile that was left, it stays the
// host's.

// RUN: polymem-opt %s --transform-interpreter=entry-point=one | FileCheck %s --check-prefix=ONE
// RUN: polymem-opt %s --transform-interpreter=entry-point=both | FileCheck %s --check-prefix=BOTH
// RUN: polymem-opt %s --transform-interpreter=entry-point=off | FileCheck %s --check-prefix=OFF

// ONE: %[[W:.*]] = memref.get_global @w : memref<8xf32>
// ONE: gpu.launch
// ONE: memref.get_global @w : memref<{{.*}}> {polymem.constant_memory}
// ONE: scratch.tile
// ONE: affine.load %[[W]][

// RUN: polymem-opt %s --transform-interpreter=entry-point=later | FileCheck %s --check-prefix=LATER

// BOTH-NOT: memref.get_global @w :
// BOTH: gpu.launch
// BOTH: memref.get_global @w : memref<{{.*}}> {polymem.constant_memory}
// BOTH: gpu.launch
// BOTH: memref.get_global @w : memref<{{.*}}> {polymem.constant_memory}

// OFF-NOT: polymem.constant_memory
// OFF: gpu.launch
// OFF: gpu.launch {{.*}} workgroup(%{{.*}} : memref<1xf32,
// OFF-NOT: polymem.constant_memory

// What a launch has got stays, though a later one's threads read the array each
// for itself.
// LATER-LABEL: func @g
// LATER: gpu.launch
// LATER: memref.get_global @w : memref<8xf32> {polymem.constant_memory}
// LATER: gpu.launch
// LATER-NOT: polymem.constant_memory
module attributes {transform.with_named_sequence} {
  memref.global "private" constant @w : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
  func.func @f(%A: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %w = memref.get_global @w : memref<8xf32>
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] attributes {first} {
      affine.for %k = 0 to 8 {
        %x = affine.load %w[%k] : memref<8xf32>
        affine.store %x, %A[%i] : memref<?xf32>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] attributes {second} {
      affine.for %k = 0 to 8 {
        %x = affine.load %w[%k] : memref<8xf32>
        affine.store %x, %A[%i] : memref<?xf32>
      }
    }
    return
  }

  func.func @g(%A: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %w = memref.get_global @w : memref<8xf32>
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.block<x>] attributes {alike} {
      %x = affine.load %w[%i] : memref<8xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] attributes {own} {
      %x = affine.load %w[%i] : memref<8xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }

  transform.named_sequence @later(%module: !transform.any_op {transform.readonly}) {
    %alike = transform.structured.match ops{["scratch.tile"]} attributes {alike} in %module : (!transform.any_op) -> !transform.any_op
    %own = transform.structured.match ops{["scratch.tile"]} attributes {own} in %module : (!transform.any_op) -> !transform.any_op
    %launch = transform.polymem.map %alike : (!transform.any_op) -> !transform.any_op
    %other = transform.polymem.map %own : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @one(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {first} in %module : (!transform.any_op) -> !transform.any_op
    %launches = transform.polymem.map %tile : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @both(%module: !transform.any_op {transform.readonly}) {
    %first = transform.structured.match ops{["scratch.tile"]} attributes {first} in %module : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match ops{["scratch.tile"]} attributes {second} in %module : (!transform.any_op) -> !transform.any_op
    %launch = transform.polymem.map %first : (!transform.any_op) -> !transform.any_op
    %other = transform.polymem.map %second : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @off(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match ops{["scratch.tile"]} attributes {second} in %module : (!transform.any_op) -> !transform.any_op
    %buffers = transform.polymem.promote %second {constant_memory = false, delta = 0.0} : (!transform.any_op) -> !transform.any_op
    %launches = transform.polymem.map %f {constant_memory = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
