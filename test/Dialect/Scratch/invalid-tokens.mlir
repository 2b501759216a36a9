// RUN: polymem-opt %s -verify-diagnostics -split-input-file

func.func @two_dimensions(%n: index, %t: !scratch.token) {
  // expected-error @+1 {{carries tokens, and needs one sequential dimension}}
  %r = scratch.tile (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) iter_tokens(%u = %t) {
    scratch.yield %u
  }
  return
}

// -----

func.func @parallel(%n: index, %t: !scratch.token) {
  // expected-error @+1 {{carries tokens, and needs one sequential dimension}}
  %r = scratch.tile (%i) = (%n) to (%n) step (%n) mapping [#gpu.block<x>] iter_tokens(%u = %t) {
    scratch.yield %u
  }
  return
}

// -----

func.func @yields_none(%n: index, %t: !scratch.token) {
  // expected-error @+1 {{carries 1 tokens, but its body yields 0}}
  %r = scratch.tile (%i) = (%n) to (%n) step (%n) iter_tokens(%u = %t) {
  }
  return
}

// -----

func.func @yields_too_many(%n: index, %t: !scratch.token) {
  // expected-error @+1 {{different number of region iter_args and yielded values: 0 != 1}}
  scratch.tile (%i) = (%n) to (%n) step (%n) {
    scratch.yield %t
  }
  return
}

// -----

func.func @no_results(%n: index, %t: !scratch.token) {
  // expected-error @+1 {{carries 1 tokens, but has 0 results}}
  "scratch.tile"(%n, %n, %n, %t) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index, %u: !scratch.token):
    "scratch.yield"(%u) : (!scratch.token) -> ()
  }) : (index, index, index, !scratch.token) -> ()
  return
}

// -----

func.func @no_argument(%n: index, %t: !scratch.token) {
  // expected-error @+1 {{different number of inits and region iter_args: 1 != 0}}
  %r = "scratch.tile"(%n, %n, %n, %t) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    "scratch.yield"(%t) : (!scratch.token) -> ()
  }) : (index, index, index, !scratch.token) -> !scratch.token
  return
}

// -----

func.func @no_token(%n: index, %t: !scratch.token) {
  // expected-error @+1 {{0-th init and 0-th region iter_arg have different type: '!scratch.token' != 'index'}}
  %r = "scratch.tile"(%n, %n, %n, %t) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index, %j: index):
    "scratch.yield"(%t) : (!scratch.token) -> ()
  }) : (index, index, index, !scratch.token) -> !scratch.token
  return
}

// -----

func.func @pipelined(%n: index) {
  // expected-error @+1 {{is pipelined, and needs one sequential dimension}}
  scratch.tile (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n)
      attributes {pipeline = #scratch.pipeline<lead = 1, lag = 0, order = barrier>} {
  }
  return
}

// -----

func.func @lag(%n: index) {
  // expected-error @+2 {{stores are in the step of their tile (lag 0) or in the next one (lag 1), not 2 behind}}
  scratch.tile (%i) = (%n) to (%n) step (%n)
      attributes {pipeline = #scratch.pipeline<lead = 1, lag = 2, order = barrier>} {
  }
  return
}

// -----

func.func @order(%n: index) {
  // expected-error @+3 {{expected ::polymem::scratch::PipelineOrder to be one of: double, duplex, barrier}}
  scratch.tile (%i) = (%n) to (%n) step (%n)
      // expected-error @+1 {{failed to parse Scratch_PipelineAttr parameter 'order'}}
      attributes {pipeline = #scratch.pipeline<lead = 1, lag = 0, order = triple>} {
  }
  return
}

// -----

func.func @token_type(%n: index) {
  // expected-error @+2 {{expects different type than prior uses}}
  // expected-note @-2 {{prior use here}}
  %r = scratch.tile (%i) = (%n) to (%n) step (%n) iter_tokens(%u = %n) {
    scratch.yield %u
  }
  return
}
