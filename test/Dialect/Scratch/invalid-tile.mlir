// RUN: polymem-opt %s -verify-diagnostics -split-input-file

func.func @no_dimension() {
  // expected-error @+1 {{'scratch.tile' op needs at least one dimension}}
  scratch.tile () = () to () step () {
  }
  return
}

// -----

func.func @bounds(%n: index) {
  // expected-error @+1 {{has 1 lower bounds, 2 upper bounds and 2 steps: needs one of each per dimension}}
  "scratch.tile"(%n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 1, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    "scratch.yield"() : () -> ()
  }) : (index, index, index, index, index) -> ()
  return
}

// -----

func.func @parsed_bounds(%n: index) {
  // expected-error @+1 {{expected 2 operands}}
  scratch.tile (%i, %j) = (%n) to (%n, %n) step (%n, %n) {
  }
  return
}

// -----

func.func @step(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{step of dimension 1 must be positive, but is 0}}
  scratch.tile (%i, %j) = (%n, %n) to (%n, %n) step (%n, %c0) {
  }
  return
}

// -----

func.func @mapping_length(%n: index) {
  // expected-error @+1 {{has 2 dimensions, but 1 mappings}}
  scratch.tile (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) mapping [#gpu.block<x>] {
  }
  return
}

// -----

func.func @mapping_kind(%n: index) {
  // expected-error @+1 {{mapping of dimension 0 must be a device mapping such as #gpu.block<x>, or 'none', but is "x"}}
  scratch.tile (%i) = (%n) to (%n) step (%n) mapping ["x"] {
  }
  return
}

// -----

func.func @mapping_twice(%n: index) {
  // expected-error @+1 {{maps two dimensions to #gpu.block<x>}}
  scratch.tile (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) mapping [#gpu.block<x>, #gpu.block<x>] {
  }
  return
}

// -----

func.func @no_origins(%n: index) {
  // expected-error @+1 {{has 1 dimensions and 0 tokens, but its body takes 0 values}}
  "scratch.tile"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    "scratch.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @origins(%n: index) {
  // expected-error @+1 {{different number of inits and region iter_args: 0 != 1}}
  "scratch.tile"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index, %j: index):
    "scratch.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @origin_type(%n: index) {
  // expected-error @+1 {{origin 0 must have index type, but has 'i32'}}
  "scratch.tile"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: i32):
    "scratch.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @blocks_in_threads(%n: index) {
  scratch.tile (%i) = (%n) to (%n) step (%n) mapping [#gpu.thread<x>] {
    affine.for %a = 0 to 4 {
      // expected-error @+1 {{is mapped to blocks inside a tile that is mapped to threads}}
      scratch.tile (%j) = (%n) to (%n) step (%n) mapping [#gpu.block<y>] {
      }
    }
  }
  return
}

// -----

func.func @same_unit_inside(%n: index) {
  scratch.tile (%i) = (%n) to (%n) step (%n) mapping [#gpu.thread<x>] {
    scratch.tile (%k) = (%n) to (%n) step (%n) {
      // expected-error @+1 {{maps dimension 1 to #gpu.thread<x>, as a tile around it does}}
      scratch.tile (%a, %b) = (%n, %n) to (%n, %n) step (%n, %n) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      }
    }
  }
  return
}

// -----

func.func @yield() {
  // expected-error @+1 {{'scratch.yield' op expects parent op 'scratch.tile'}}
  scratch.yield
}
