// RUN: polymem-opt %s --polymem-check -split-input-file -verify-diagnostics

// expected-error@+1 {{attribute 'polymem.origin' is not the text of a function, nor the name of one}}
func.func @number() attributes {polymem.origin = 3 : i32} {
  return
}

// -----

// expected-error@+1 {{attribute 'polymem.origin' is not the text of a function, nor the name of one}}
func.func @nobody() attributes {polymem.origin = @missing} {
  return
}
