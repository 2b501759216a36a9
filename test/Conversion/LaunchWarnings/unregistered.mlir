// An operation of no dialect that is known is on the host like any other.
// RUN: polymem-opt %s --allow-unregistered-dialect -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-warn-launches))' -o /dev/null

func.func @f(%A: memref<8xf32>) {
  "test.unknown"() : () -> ()
  // expected-warning @below {{no kernel is made of function 'f': test.use stays on the host: its effects are not known}}
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    "test.use"(%a) : (f32) -> ()
  }
  return
}
