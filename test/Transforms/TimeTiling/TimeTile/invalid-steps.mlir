// RUN: polymem-opt %s --polymem-time-tile="steps=-7" -verify-diagnostics

// expected-error @+1 {{polymem-time-tile: -7 steps make no sense; give a number below 2^31, or 0 for the default}}
func.func @f() {
  return
}
