// What is stored only to memory of the function's own that nothing reads need not be
// executed: canonicalize removes it.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,canonicalize),polymem-check{strict print})' \
// RUN:   2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEAD

// CHECK: check @stores
// CHECK: instances: proved
// CHECK: live-out: proved
// CHECK: func.func @stores
// CHECK-NOT: arith.addf
// CHECK: arith.mulf
func.func @stores(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %x, %x : f32
    %T = memref.alloc() : memref<1xf32>
    memref.store %d, %T[%c0] : memref<1xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
    memref.dealloc %T : memref<1xf32>
  }
  return
}

// The same for an argument whose values nobody sees in the end.
// DEAD: check @without_dead_store
// DEAD: instances: proved
// DEAD: live-out: proved
func.func @dead_store(%A: memref<?xf32>, %T: memref<?xf32> {polymem.dead_out}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %T[%i] : memref<?xf32>
  }
  return
}

func.func @without_dead_store(%A: memref<?xf32>, %T: memref<?xf32> {polymem.dead_out}, %n: index)
    attributes {polymem.origin = @dead_store} {
  return
}
