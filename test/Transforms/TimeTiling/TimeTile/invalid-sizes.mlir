// A size that is negative or 2^31 or more is an error, whatever the function is.

// RUN: polymem-opt %s --polymem-time-tile="sizes=16,-8" -verify-diagnostics
// RUN: not polymem-opt %s --polymem-time-tile="sizes=2147483648" 2>&1 | FileCheck %s
// CHECK: a size of 2147483648 makes no sense

// expected-error @+1 {{polymem-time-tile: a size of -8 makes no sense; give a number of elements below 2^31, or 0 for all}}
func.func @f() {
  return
}
