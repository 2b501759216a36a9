// RUN: polymem-opt %s --polymem-time-tile="max-cost=-0.5" -verify-diagnostics

// expected-error @+1 {{polymem-time-tile: max-cost is a fraction of the cost of single steps and cannot be -0.50; give 0 or more}}
func.func @f() {
  return
}
