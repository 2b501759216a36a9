// A part of the iterations is not negative, and a number.

// RUN: polymem-opt %s --polymem-complete-tiles=max-more=-0.5 --verify-diagnostics
// RUN: polymem-opt %s --polymem-complete-tiles=max-more=nan --verify-diagnostics

// expected-error @below {{polymem-complete-tiles: max-more is a part of the iterations that there are; give 0 or more}}
func.func @nothing() {
  return
}
