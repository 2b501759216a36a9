module attributes {transform.with_named_sequence} {
  transform.named_sequence @one(%module: !transform.any_op {transform.readonly}) {
    %nest = transform.structured.match ops{["affine.for"]} attributes {first} in %module : (!transform.any_op) -> !transform.any_op
    %tiles, %blocks = transform.polymem.tile %nest {sizes = [16, 16, 16], mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %buffers = transform.polymem.promote %blocks : (!transform.any_op) -> !transform.any_op
    transform.polymem.hoist_copies %tiles : !transform.any_op
    transform.polymem.pad %tiles : !transform.any_op
    %launches = transform.polymem.map %tiles {kernel_module = "kernels"} : (!transform.any_op) -> !transform.any_op
    transform.annotate %launches "mapped" : !transform.any_op
    transform.yield
  }

  // The data of the second nest are in buffers for a whole tile of blocks.
  transform.named_sequence @both(%module: !transform.any_op {transform.readonly}) {
    // This handle outlives what is done to the first nest.
    %nest = transform.structured.match ops{["affine.for"]} attributes {second} in %module : (!transform.any_op) -> !transform.any_op
    transform.include @one failures(propagate) (%module) : (!transform.any_op) -> ()
    %tiles, %blocks = transform.polymem.tile %nest {sizes = [8, 8, 4], mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %buffers = transform.polymem.promote %tiles {movement = "box", runtime_check = true} : (!transform.any_op) -> !transform.any_op
    %f = transform.get_parent_op %tiles {op_name = "func.func", deduplicate} : (!transform.any_op) -> !transform.any_op
    %launches = transform.polymem.map %f {kernel_module = "kernels", block_size = [8, 4]} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
