// The steps of polymem-to-ptx for machine=nvidia-h200, one by one: PolyMem's as
// transform.polymem operations, those of upstream as calls of passes.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op

    // Steps that find nothing to do in gemm: refusals that are of no account.
    %f0 = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %tiled = transform.polymem.time_tile %func {mapping = "gpu", max_dimensions = 1} : (!transform.any_op) -> !transform.any_op
      transform.yield %tiled : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.yield %func : !transform.any_op
    }
    // A good order.
    %f1 = transform.polymem.schedule %f0 {reorder_parallel = false} : (!transform.any_op) -> !transform.any_op
    %f2 = transform.alternatives %f1 : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %split = transform.polymem.split_reductions %func : (!transform.any_op) -> !transform.any_op
      transform.yield %split : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.yield %func : !transform.any_op
    }

    // Tiles for blocks and threads, with what they need in shared memory.
    %tiles, %blocks = transform.polymem.tile %f2 {mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %buffers = transform.polymem.promote %blocks {machine = "nvidia-h200", movement = "exact"} : (!transform.any_op) -> !transform.any_op
    transform.polymem.hoist_copies %tiles : !transform.any_op
    transform.polymem.pad %tiles {machine = "nvidia-h200"} : !transform.any_op

    // Launches, also for what is not in a tile.
    %f3 = transform.get_parent_op %tiles {op_name = "func.func", deduplicate} : (!transform.any_op) -> !transform.any_op
    %f3a = transform.alternatives %f3 : !transform.any_op -> !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %scaled = transform.polymem.scale_copies %func : (!transform.any_op) -> !transform.any_op
      transform.yield %scaled : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
      transform.yield %func : !transform.any_op
    }
    %f4 = transform.polymem.map_sequential %f3a : (!transform.any_op) -> !transform.any_op

    // What threads keep in registers.
    %f4z = transform.polymem.complete_tiles %f4 : (!transform.any_op) -> !transform.any_op
    %f4a = transform.polymem.register_tile %f4z {machine = "nvidia-h200"} : (!transform.any_op) -> !transform.any_op
    %f4b = transform.polymem.hoist_accumulators %f4a : (!transform.any_op) -> !transform.any_op
    %f5 = transform.apply_registered_pass "canonicalize" to %f4b : (!transform.any_op) -> !transform.any_op
    %f6 = transform.apply_registered_pass "cse" to %f5 : (!transform.any_op) -> !transform.any_op
    %launches = transform.polymem.map %f6 {machine = "nvidia-h200"} : (!transform.any_op) -> !transform.any_op

    // From there to PTX, as for any kernels.
    %f7 = transform.get_parent_op %launches {op_name = "func.func", deduplicate} : (!transform.any_op) -> !transform.any_op
    %f8 = transform.apply_registered_pass "polymem-hoist-allocas" to %f7 : (!transform.any_op) -> !transform.any_op
    %f9 = transform.apply_registered_pass "canonicalize" to %f8 : (!transform.any_op) -> !transform.any_op
    %f10 = transform.apply_registered_pass "cse" to %f9 : (!transform.any_op) -> !transform.any_op
    %f11 = transform.apply_registered_pass "expand-strided-metadata" to %f10 : (!transform.any_op) -> !transform.any_op
    %f12 = transform.apply_registered_pass "lower-affine" to %f11 : (!transform.any_op) -> !transform.any_op
    %m1 = transform.apply_registered_pass "gpu-launch-sink-index-computations" to %module : (!transform.any_op) -> !transform.any_op
    %m2 = transform.apply_registered_pass "gpu-kernel-outlining" to %m1 : (!transform.any_op) -> !transform.any_op
    %m3 = transform.apply_registered_pass "nvvm-attach-target" with options = {"O" = 3, "chip" = "sm_90", "features" = "+ptx80"} to %m2 : (!transform.any_op) -> !transform.any_op
    %k0 = transform.structured.match ops{["gpu.module"]} in %m3 : (!transform.any_op) -> !transform.any_op
    %k1 = transform.apply_registered_pass "polymem-annotate-kernels" to %k0 : (!transform.any_op) -> !transform.any_op
    %kc = transform.apply_registered_pass "canonicalize" to %k1 : (!transform.any_op) -> !transform.any_op
    %kb = transform.apply_registered_pass "polymem-batch-loads" to %kc : (!transform.any_op) -> !transform.any_op
    %kd = transform.apply_registered_pass "canonicalize" to %kb : (!transform.any_op) -> !transform.any_op
    %kp = transform.apply_registered_pass "polymem-prefetch-copies" to %kd : (!transform.any_op) -> !transform.any_op
    %ke = transform.apply_registered_pass "cse" to %kp : (!transform.any_op) -> !transform.any_op
    %ka = transform.apply_registered_pass "polymem-carry-accumulators" to %ke : (!transform.any_op) -> !transform.any_op
    %kn = transform.apply_registered_pass "polymem-narrow-indices" to %ka : (!transform.any_op) -> !transform.any_op
    %ks = transform.apply_registered_pass "cse" to %kn : (!transform.any_op) -> !transform.any_op
    %k2 = transform.apply_registered_pass "canonicalize" to %ks : (!transform.any_op) -> !transform.any_op
    %k3 = transform.apply_registered_pass "cse" to %k2 : (!transform.any_op) -> !transform.any_op
    %ku = transform.apply_registered_pass "polymem-unroll-loops" to %k3 : (!transform.any_op) -> !transform.any_op
    %kh = transform.apply_registered_pass "polymem-hide-inductions" to %ku : (!transform.any_op) -> !transform.any_op
    %k4 = transform.apply_registered_pass "convert-scf-to-cf" to %kh : (!transform.any_op) -> !transform.any_op
    %k5 = transform.apply_registered_pass "convert-nvgpu-to-nvvm" to %k4 : (!transform.any_op) -> !transform.any_op
    %k6 = transform.apply_registered_pass "convert-gpu-to-nvvm" with options = {"index-bitwidth" = 64} to %k5 : (!transform.any_op) -> !transform.any_op
    %kr = transform.apply_registered_pass "polymem-relax-addresses" to %k6 : (!transform.any_op) -> !transform.any_op
    %k7 = transform.apply_registered_pass "canonicalize" to %kr : (!transform.any_op) -> !transform.any_op
    %k8 = transform.apply_registered_pass "cse" to %k7 : (!transform.any_op) -> !transform.any_op
    %k9 = transform.apply_registered_pass "reconcile-unrealized-casts" to %k8 : (!transform.any_op) -> !transform.any_op
    %k10 = transform.apply_registered_pass "polymem-loop-metadata" to %k9 : (!transform.any_op) -> !transform.any_op
    %m4 = transform.apply_registered_pass "gpu-module-to-binary" with options = {"format" = "isa"} to %m3 : (!transform.any_op) -> !transform.any_op
    %m5 = transform.apply_registered_pass "polymem-print-ptx" to %m4 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
