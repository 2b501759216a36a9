// RUN: polymem-opt %s -polymem-demote-scalars -verify-diagnostics \
// RUN:   --remarks-filter='polymem-demote-scalars' --remark-format=emitRemark \
// RUN:   > %t.after
// RUN: polymem-opt %s > %t.before
// RUN: diff %t.before %t.after

// Values that cannot be in memory stay where they are, with a remark.

func.func @tensors(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // expected-remark@+1 {{a value of 'affine.for' stays in SSA form}}
  %r = affine.for %i = 0 to %n iter_args(%a = %t) -> (tensor<4xf32>) {
    affine.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @reduction(%y: memref<f32>) -> f32 {
  // expected-remark@+1 {{a value of 'affine.parallel' stays in SSA form}}
  %r = affine.parallel (%i) = (0) to (4) reduce ("addf") -> f32 {
    %v = affine.load %y[] : memref<f32>
    affine.yield %v : f32
  }
  return %r : f32
}
