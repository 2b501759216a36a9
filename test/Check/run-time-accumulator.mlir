// RUN: polymem-opt %s --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s

// A tile of run-time size goes on with what the tile before stored: no
// dimension of the store tells its tile, but `step` before a tile that is not
// the first there is another.

func.func @before(%A: memref<?xf32>, %s: memref<f32>, %n: index, %T: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %sum = affine.load %s[] : memref<f32>
    %y = arith.addf %sum, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %s[] : memref<f32>
  }
  return
}

// CHECK: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @after(%A: memref<?xf32>, %s: memref<f32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    %first = affine.load %s[] : memref<f32>
    %last = affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%o, %T, %n] iter_args(%sum = %first) -> (f32) {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.addf %sum, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.yield %z : f32
    }
    affine.store %last, %s[] : memref<f32>
  }
  return
}
