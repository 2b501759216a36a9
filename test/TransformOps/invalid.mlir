// Attributes that make no sense are errors of the script.

// RUN: polymem-opt %s -split-input-file -verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'sizes' has -4 : i64, which is no tile size; write a number of iterations below 2^31, 0 (not tiled) or "argN"}}
  %t, %b = transform.polymem.tile %f {sizes = [32, -4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'block_sizes' has "n", which is no tile size}}
  %t, %b = transform.polymem.tile %f {block_sizes = ["n"]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{a thread size must not be 0}}
  %t, %b = transform.polymem.tile %f {thread_sizes = [0], mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{'thread_sizes' need mapping = "gpu"}}
  %t, %b = transform.polymem.tile %f {thread_sizes = [2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'mapping' failed to satisfy constraint: string attribute none or gpu}}
  %t, %b = transform.polymem.tile %f {mapping = "cpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'fusion' failed to satisfy constraint: string attribute auto, none, smart or max}}
  %g = transform.polymem.schedule %f {fusion = "some"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{'order' and 'load_schedule' both say which order to use; give one}}
  %g = transform.polymem.schedule %f {order = "", load_schedule = "."} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'max_isl_operations' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %g = transform.polymem.schedule %f {max_isl_operations = -1} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'sizes' failed to satisfy constraint: array of numbers, at least 0}}
  %g = transform.polymem.time_tile %f {sizes = [-1]} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{'max_more' is a part of the iterations that there are; give 0 or more}}
  %whole = transform.polymem.complete_tiles %f {max_more = -0.5} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{'delta' is a fraction of the volume; give 0 or more}}
  %b = transform.polymem.promote %f {delta = -1.0} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'memory_space' failed to satisfy constraint: string attribute workgroup, private or default}}
  %b = transform.polymem.promote %f {memory_space = "shared"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{attribute 'block_size' failed to satisfy constraint: array of numbers, at least 1}}
  transform.polymem.pad %f {block_size = [0]} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  // expected-error @below {{'host_register' and 'device_copies' are two ways to the same end; give one}}
  %l = transform.polymem.map %f {host_register = true, device_copies = true} : (!transform.any_op) -> !transform.any_op
}
