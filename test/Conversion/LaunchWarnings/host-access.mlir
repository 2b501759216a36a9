// RUN: polymem-opt %s -verify-diagnostics -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-map-sequential,polymem-warn-launches))"
// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline="builtin.module(func.func(polymem-tile{mapping=gpu},polymem-map-sequential,polymem-warn-launches{host-arrays=true}))" \
// RUN:   | FileCheck %s --check-prefix=REGISTERED --allow-empty

// REGISTERED-NOT: warning:

// The array is in the device's memory, but a result of the function is read there.
func.func @last(%A: memref<?xf32>, %B: memref<?xf32>, %N: index) -> f32 {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  // expected-warning@+1 {{affine.load of argument 0 stays on the host (affine.load: its result is used on the host), but the array is in the device's memory: take it out of the function, or give 'host-register' if the array is the host's}}
  %x = affine.load %A[0] : memref<?xf32>
  // expected-warning@+1 {{memref.copy of argument 0 stays on the host (memref.copy: a launch of one thread cannot hold it)}}
  memref.copy %A, %B : memref<?xf32> to memref<?xf32>
  return %x : f32
}
