// An instance that is stored where something reads it must be executed, though another
// way to compute the same makes no difference.

// RUN: not polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

func.func @read(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %T = memref.alloc() : memref<1xf32>
    %x = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %x, %x : f32
    %e = scratch.origin "S0"[%i] %d : f32
    affine.store %e, %T[0] : memref<1xf32>
    %y = affine.load %T[0] : memref<1xf32>
    %w = arith.mulf %y, %x : f32
    %z = scratch.origin "S1"[%i] %w : f32
    affine.store %z, %A[%i] : memref<?xf32>
    memref.dealloc %T : memref<1xf32>
  }
  return
}

// CHECK: check @unread
// CHECK: instances: {{VIOLATED|REFUSED}}: {{.*}}S0[0] is not executed
func.func @unread(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @read} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %x, %x : f32
    %w = arith.mulf %d, %x : f32
    %z = scratch.origin "S1"[%i] %w : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
