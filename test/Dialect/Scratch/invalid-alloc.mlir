// RUN: polymem-opt %s -verify-diagnostics -split-input-file

func.func @layout(%n: index) {
  // expected-error @+1 {{needs a #scratch.mapping layout}}
  %b = scratch.alloc(%n) : memref<?xf32>
  return
}

// -----

#m = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (4, 4)>
func.func @sizes(%n: index) {
  // expected-error @+1 {{has 1 sizes, but its type has 2 dynamic dimensions}}
  %b = scratch.alloc(%n) : memref<?x?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0), extents = ()[s0, s1] -> (s1)>
func.func @symbols(%n: index) {
  // expected-error @+1 {{has 1 symbols, but its mapping takes 2}}
  %b = scratch.alloc(%n)[%n] : memref<?xf32, #m>
  return
}
