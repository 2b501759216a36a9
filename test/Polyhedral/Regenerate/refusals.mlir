// RUN: polymem-opt %s -test-polymem-regenerate=force-scf -verify-diagnostics > %t.after
// RUN: polymem-opt %s > %t.before
// RUN: diff %t.before %t.after

// What only another order, or a place where nothing is affine, can run into;
// the functions are unchanged.

// expected-remark@+1 {{not regenerated: an allocation inside a loop has one instance per iteration, and the order of iterations changes}}
func.func @reversed(%A: memref<4xf32>, %x: f32) attributes {test.schedule = "{ domain: \"{ S0[i] : 0 <= i <= 3 }\", child: { schedule: \"[{ S0[i] -> [(-i)] }]\" } }"} {
  affine.for %i = 0 to 4 {
    %tmp = memref.alloca() : memref<f32>
    affine.store %x, %tmp[] : memref<f32>
  }
  return
}

// expected-remark@+1 {{not regenerated: the schedule runs 'S7', which is no statement}}
func.func @unknown(%A: memref<4xf32>, %x: f32) attributes {test.schedule = "{ domain: \"{ S7[i] : 0 <= i <= 3 }\" }"} {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xf32>
  }
  return
}

// expected-remark@+1 {{not regenerated: 'affine.prefetch' would have an operand that is not affine}}
func.func @prefetch(%A: memref<4xf32>) attributes {test.schedule = "{ domain: \"{ S0[i] : 0 <= i <= 3 }\", child: { schedule: \"[{ S0[i] -> [(i)] }]\" } }"} {
  affine.for %i = 0 to 4 {
    affine.prefetch %A[%i], read, locality<3>, data : memref<4xf32>
  }
  return
}
