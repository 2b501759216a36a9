// RUN: polymem-opt %s -split-input-file -verify-diagnostics

func.func @other_kind(%n: index) {
  // expected-error@+1 {{'scratch.loop' must be #scratch.loop}}
  affine.for %i = 0 to %n {
  } {scratch.loop = 3}
  return
}

// -----

// expected-error@+1 {{'scratch.loop' is for loops only}}
func.func @no_loop() attributes {scratch.loop = #scratch.loop<band = 0, member = 0>} {
  return
}

// -----

// expected-error@+1 {{has the attribute 'scratch.band', which the scratch dialect does not define}}
func.func @other_name() attributes {scratch.band} {
  return
}
