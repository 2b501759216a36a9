// A negative size is an error, whatever the function is.

// RUN: polymem-opt %s --polymem-time-tile="sizes=16,-8" -verify-diagnostics

// expected-error @+1 {{polymem-time-tile: a size of -8 makes no sense; give a number of elements, or 0 for all}}
func.func @f() {
  return
}
