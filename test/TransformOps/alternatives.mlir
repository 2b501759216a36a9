// Every refusal can be silenced: transform.alternatives goes on, with the payload
// as it was.

// RUN: polymem-opt %s --transform-interpreter -split-input-file | FileCheck %s

// CHECK-LABEL: module @schedule
// CHECK:       func.func @f(%{{.+}}: memref<?xf32>, %[[N:.+]]: index) attributes {other_way} {
// CHECK-NEXT:    affine.for %{{.+}} = 1 to %[[N]] {
module @schedule attributes {transform.with_named_sequence} {
  func.func @f(%A: memref<?xf32>, %n: index) {
    affine.for %i = 1 to %n {
      %x = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.alternatives %f : !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %g = transform.polymem.schedule %func {order = "{ domain: \"[arg1] -> { S0[i] : 0 < i < arg1 }\", child: { schedule: \"[{ S0[i] -> [-i] }]\" } }"} : (!transform.any_op) -> !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "other_way" : !transform.any_op
    }
    transform.yield
  }
}

// -----

// CHECK-LABEL: module @function_steps
// CHECK:       func.func @f(%[[A:.+]]: memref<?xf32>, %{{.+}}: index) -> f32 attributes {map_sequential, split_reductions, time_tile} {
// CHECK-NEXT:    %[[X:.+]] = affine.load %[[A]][0]
// CHECK-NEXT:    return %[[X]]
module @function_steps attributes {transform.with_named_sequence} {
  func.func @f(%A: memref<?xf32>, %n: index) -> f32 {
    %x = affine.load %A[0] : memref<?xf32>
    return %x : f32
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %f1 = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %g = transform.polymem.time_tile %func : (!transform.any_op) -> !transform.any_op
      transform.yield %g : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "time_tile" : !transform.any_op
      transform.yield %func : !transform.any_op
    }
    %f2 = transform.alternatives %f1 : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %g = transform.polymem.split_reductions %func : (!transform.any_op) -> !transform.any_op
      transform.yield %g : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "split_reductions" : !transform.any_op
      transform.yield %func : !transform.any_op
    }
    transform.alternatives %f2 : !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %g = transform.polymem.map_sequential %func : (!transform.any_op) -> !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "map_sequential" : !transform.any_op
    }
    transform.yield
  }
}

// -----

// CHECK-LABEL: module @nests
// CHECK:       func.func @f(%{{.+}}: memref<?xf32>, %[[N:.+]]: index) attributes {hoist_copies, map, promote, tile} {
// CHECK-NEXT:    affine.for %{{.+}} = 1 to %[[N]] {
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:    return
module @nests attributes {transform.with_named_sequence} {
  func.func @f(%A: memref<?xf32>, %n: index) {
    affine.for %i = 1 to %n {
      %x = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %f1 = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %tiles, %blocks = transform.polymem.tile %func {mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.yield %tiles : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "tile" : !transform.any_op
      transform.yield %func : !transform.any_op
    }
    %f2 = transform.alternatives %f1 : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %buffers = transform.polymem.promote %func : (!transform.any_op) -> !transform.any_op
      transform.yield %func : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "promote" : !transform.any_op
      transform.yield %func : !transform.any_op
    }
    %f3 = transform.alternatives %f2 : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      transform.polymem.hoist_copies %func : !transform.any_op
      transform.yield %func : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "hoist_copies" : !transform.any_op
      transform.yield %func : !transform.any_op
    }
    transform.alternatives %f3 : !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %launches = transform.polymem.map %func : (!transform.any_op) -> !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "map" : !transform.any_op
    }
    transform.yield
  }
}

// -----

// CHECK-LABEL: module @pad
// CHECK:       func.func @f(%{{.+}}: f32) attributes {other_way} {
#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
module @pad attributes {transform.with_named_sequence} {
  func.func @f(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      %a = scratch.alloc() : memref<32x48xf32, #box, #w>
      scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %a[%i, 0] : memref<32x48xf32, #box, #w>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.alternatives %f : !transform.any_op {
    ^bb0(%func: !transform.any_op):
      transform.polymem.pad %func {capacity = 6144} : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.annotate %func "other_way" : !transform.any_op
    }
    transform.yield
  }
}
