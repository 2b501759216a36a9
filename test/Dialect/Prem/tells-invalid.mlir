// RUN: polymem-opt %s --split-input-file --verify-diagnostics

func.func @indices(%b: memref<8xf32>, %A: memref<80xf32>, %i: index) {
  // expected-error @below {{needs an index for each dimension of the buffer}}
  prem.tell_access read %b[%i, %i] of %A[%i] : memref<8xf32>, memref<80xf32>
  return
}

// -----

func.func @coordinates(%b: memref<8xf32>, %A: memref<80x2xf32>, %i: index) {
  // expected-error @below {{needs an array of the buffer's element type, and a coordinate for each of its dimensions}}
  prem.tell_access read %b[%i] of %A[%i] : memref<8xf32>, memref<80x2xf32>
  return
}

// -----

func.func @types(%b: memref<8xf32>, %A: memref<80xf64>, %i: index) {
  // expected-error @below {{needs an array of the buffer's element type}}
  prem.tell_access read %b[%i] of %A[%i] : memref<8xf32>, memref<80xf64>
  return
}

// -----

func.func @count() {
  // expected-error @below {{attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  prem.count load, 0
  return
}

// -----

func.func @word() {
  // expected-error @below {{expected one of [load, store, int, int_mul, int_div, float, float_mul, float_div, special, branch] for operations that machines have a time for, got: loads}}
  prem.count loads, 1
  return
}
