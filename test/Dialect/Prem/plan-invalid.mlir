// A wrong plan is an error that says which part of it is wrong.
// RUN: polymem-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{a plan has a tile size for at least one loop}}
#plan = #prem.plan<tile = []>

// -----

// expected-error @+1 {{tile size 0 is not positive}}
#plan = #prem.plan<tile = [4, 0]>

// -----

// expected-error @+1 {{groups of -1 are not positive}}
#plan = #prem.plan<tile = [4, 2], groups = [-1, 1]>

// -----

// expected-error @+1 {{has 2 tile sizes, but 1 groups}}
#plan = #prem.plan<tile = [4, 2], groups = [2]>

// -----

// expected-error @+1 {{mode of 'arg0' must be #prem.mode<stream>, #prem.mode<resident> or #prem.mode<serial>}}
#plan = #prem.plan<tile = [4], modes = {arg0 = "stream"}>

// -----

// expected-error @+1 {{expected 'tile'}}
#plan = #prem.plan<groups = [2]>

// -----

// expected-error @+1 {{expected 'modes'}}
#plan = #prem.plan<tile = [4], sizes = [2]>

// -----

// expected-error @+1 {{'modes' is the last part of a plan}}
#plan = #prem.plan<tile = [4], modes = {arg0 = #prem.mode<serial>}, groups = [2]>

// -----

func.func @attribute(%a: memref<4xf32>) {
  // expected-error @+1 {{'prem.plan' must be #prem.plan}}
  affine.for %i = 0 to 4 {
  } {prem.plan = [4]}
  return
}

// -----

func.func @unknown(%a: memref<4xf32>) {
  // expected-error @+1 {{has the attribute 'prem.tiles', which the prem dialect does not define}}
  affine.for %i = 0 to 4 {
  } {prem.tiles = 4}
  return
}
