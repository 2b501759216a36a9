// RUN: not polymem-opt %s --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s

// The moduli are right, but the buffer has fewer cells than one of them where n is 5.
// (Where n is less, no element reaches it.)

#mod = #scratch.mapping<(d0)[s0] -> (d0 mod s0), extents = ()[s0] -> (4)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %d : f32
    affine.store %z, %t[%i] : memref<?xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %b = affine.load %t[%i - 3] : memref<?xf32>
      %e = arith.mulf %b, %b : f32
      %y = scratch.origin "S1"[%i] %e : f32
      affine.store %y, %B[%i] : memref<?xf32>
    }
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// CHECK: storage not decided: a modulus may be larger than the buffer
func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %many = arith.cmpi sge, %n, %c6 : index
  %m = arith.select %many, %c4, %c5 : index
  %t = scratch.alloc(%n)[%m] {shared_cells} : memref<?xf32, #mod>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %d : f32
    affine.store %z, %t[%i] : memref<?xf32, #mod>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %b = affine.load %t[%i - 3] : memref<?xf32, #mod>
      %e = arith.mulf %b, %b : f32
      %y = scratch.origin "S1"[%i] %e : f32
      affine.store %y, %B[%i] : memref<?xf32>
    }
  }
  return
}
