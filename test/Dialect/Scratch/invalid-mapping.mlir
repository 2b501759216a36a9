// RUN: polymem-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{extents depend on symbols only}}
#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = (d0)[s0] -> (16)>
func.func private @f(memref<?xf32, #m>)

// -----

// expected-error @+1 {{map has 1 symbols, but extents have 2}}
#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0, s1] -> (16)>
func.func private @f(memref<?xf32, #m>)

// -----

// expected-error @+1 {{map has 1 results, but there are 2 extents}}
#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16, 2)>
func.func private @f(memref<?xf32, #m>)

// -----

// expected-error @+1 {{extent 1 must be positive, but is 0}}
#m = #scratch.mapping<(d0) -> (d0, d0), extents = () -> (16, 0)>
func.func private @f(memref<?xf32, #m>)

// -----

// expected-error @+1 {{divides by 0: divisors must be positive}}
#m = #scratch.mapping<(d0) -> (d0 mod 0), extents = () -> (16)>
func.func private @f(memref<?xf32, #m>)

// -----

// expected-error @+1 {{divides by -2: divisors must be positive}}
#m = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0 floordiv -2)>
func.func private @f(memref<?xf32, #m>)

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (16)>
// expected-error @+1 {{mapping takes 1 coordinates, but the memref has rank 2}}
func.func private @f(memref<?x?xf32, #m>)
