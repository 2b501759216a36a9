// transform.polymem.map makes launches of all tiles of a function, or of one; the
// launches are its result, the function is still there.

// RUN: polymem-opt %s --transform-interpreter=entry-point=one | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: polymem-opt %s --transform-interpreter=entry-point=all | FileCheck %s --check-prefixes=CHECK,ALL

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @f(
  // CHECK-SAME:    attributes {around}
  // CHECK:         gpu.launch {{.*}} threads{{.*}} module(@kernels) function(@f_kernel)
  // CHECK:         } {mapped}
  // ONE-NOT:       gpu.launch
  // ONE:           scratch.tile {{.*}} mapping [#gpu.block<x>] {
  // ALL:           gpu.launch {{.*}} module(@kernels) function(@f_kernel_1)
  // ALL:           } {mapped}
  // ALL-NOT:       scratch.tile
  // CHECK:         return
  func.func @f(%A: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = arith.constant 1.0 : f32
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] attributes {this} {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }

  transform.named_sequence @note(%launches: !transform.any_op {transform.readonly}) {
    transform.annotate %launches "mapped" : !transform.any_op
    %f = transform.get_parent_op %launches {op_name = "func.func", deduplicate} : (!transform.any_op) -> !transform.any_op
    transform.annotate %f "around" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @one(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    %launches = transform.polymem.map %tile {kernel_module = "kernels"} : (!transform.any_op) -> !transform.any_op
    transform.include @note failures(propagate) (%launches) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @all(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %launches = transform.polymem.map %f {kernel_module = "kernels"} : (!transform.any_op) -> !transform.any_op
    transform.include @note failures(propagate) (%launches) : (!transform.any_op) -> ()
    transform.yield
  }
}
