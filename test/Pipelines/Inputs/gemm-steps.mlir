// The steps of polymem-to-ptx for machine=nvidia-h200, each a call.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %f0 = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %t0 = transform.apply_registered_pass "polymem-time-tile" with options = {"mapping" = "gpu", "max-dimensions" = 1} to %f0 : (!transform.any_op) -> !transform.any_op
    %f1 = transform.apply_registered_pass "polymem-schedule" with options = {"reorder-parallel" = false} to %t0 : (!transform.any_op) -> !transform.any_op
    %r1 = transform.apply_registered_pass "polymem-split-reductions" to %f1 : (!transform.any_op) -> !transform.any_op
    %f2 = transform.apply_registered_pass "polymem-tile" with options = {"mapping" = "gpu"} to %r1 : (!transform.any_op) -> !transform.any_op
    %f3 = transform.apply_registered_pass "scratch-promote" with options = {"machine" = "nvidia-h200", "memory-space" = "workgroup", "movement" = "exact"} to %f2 : (!transform.any_op) -> !transform.any_op
    %f4 = transform.apply_registered_pass "scratch-hoist-copies" to %f3 : (!transform.any_op) -> !transform.any_op
    %f5 = transform.apply_registered_pass "scratch-pad" with options = {"machine" = "nvidia-h200"} to %f4 : (!transform.any_op) -> !transform.any_op
    %f6 = transform.apply_registered_pass "polymem-map-sequential" to %f5 : (!transform.any_op) -> !transform.any_op
    %f7 = transform.apply_registered_pass "canonicalize" to %f6 : (!transform.any_op) -> !transform.any_op
    %f8 = transform.apply_registered_pass "cse" to %f7 : (!transform.any_op) -> !transform.any_op
    %f9 = transform.apply_registered_pass "convert-scratch-to-gpu" with options = {"machine" = "nvidia-h200"} to %f8 : (!transform.any_op) -> !transform.any_op
    %f10 = transform.apply_registered_pass "polymem-hoist-allocas" to %f9 : (!transform.any_op) -> !transform.any_op
    %f11 = transform.apply_registered_pass "canonicalize" to %f10 : (!transform.any_op) -> !transform.any_op
    %f12 = transform.apply_registered_pass "cse" to %f11 : (!transform.any_op) -> !transform.any_op
    %f13 = transform.apply_registered_pass "expand-strided-metadata" to %f12 : (!transform.any_op) -> !transform.any_op
    %f14 = transform.apply_registered_pass "lower-affine" to %f13 : (!transform.any_op) -> !transform.any_op

    %m1 = transform.apply_registered_pass "gpu-launch-sink-index-computations" to %module : (!transform.any_op) -> !transform.any_op
    %m2 = transform.apply_registered_pass "gpu-kernel-outlining" to %m1 : (!transform.any_op) -> !transform.any_op
    %m3 = transform.apply_registered_pass "nvvm-attach-target" with options = {"O" = 3, "chip" = "sm_90", "features" = "+ptx80"} to %m2 : (!transform.any_op) -> !transform.any_op
    %k0 = transform.structured.match ops{["gpu.module"]} in %m3 : (!transform.any_op) -> !transform.any_op
    %k1 = transform.apply_registered_pass "polymem-annotate-kernels" to %k0 : (!transform.any_op) -> !transform.any_op
    %k2 = transform.apply_registered_pass "canonicalize" to %k1 : (!transform.any_op) -> !transform.any_op
    %k3 = transform.apply_registered_pass "cse" to %k2 : (!transform.any_op) -> !transform.any_op
    %k4 = transform.apply_registered_pass "convert-scf-to-cf" to %k3 : (!transform.any_op) -> !transform.any_op
    %k5 = transform.apply_registered_pass "convert-nvgpu-to-nvvm" to %k4 : (!transform.any_op) -> !transform.any_op
    %k6 = transform.apply_registered_pass "convert-gpu-to-nvvm" with options = {"index-bitwidth" = 64} to %k5 : (!transform.any_op) -> !transform.any_op
    %k7 = transform.apply_registered_pass "canonicalize" to %k6 : (!transform.any_op) -> !transform.any_op
    %k8 = transform.apply_registered_pass "cse" to %k7 : (!transform.any_op) -> !transform.any_op
    %k9 = transform.apply_registered_pass "reconcile-unrealized-casts" to %k8 : (!transform.any_op) -> !transform.any_op
    %k10 = transform.apply_registered_pass "polymem-loop-metadata" to %k9 : (!transform.any_op) -> !transform.any_op
    %m4 = transform.apply_registered_pass "gpu-module-to-binary" with options = {"format" = "isa"} to %m3 : (!transform.any_op) -> !transform.any_op
    %m5 = transform.apply_registered_pass "polymem-print-ptx" to %m4 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
