// RUN: not polymem-opt %s --polymem-check='print machine=nvidia-gtx8800' -o /dev/null 2>&1 | FileCheck %s

// Memory that is not there, or is gone, or does not fit, is none of the values that
// a run yields: these verdicts do not become milder because both programs, run,
// would yield the same.

func.func @twice(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @out_of_bounds{{$}}
// CHECK: dataflow: proved
// CHECK: live-out: proved
// CHECK: storage: VIOLATED:
// CHECK-NOT: same values
// CHECK: lifetimes: proved
func.func @out_of_bounds(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @twice} {
  %t = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %t[%i] : memref<4xf32>
    %v = affine.load %t[%i] : memref<4xf32>
    %y = arith.addf %v, %v : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<4xf32>
  return
}

// CHECK-LABEL: check @freed{{$}}
// CHECK: live-out: proved
// CHECK: storage: proved
// CHECK: lifetimes: VIOLATED:
// CHECK-NOT: same values
// CHECK: capacity: proved
func.func @freed(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @twice} {
  %t = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<4xf32>
  %unused = memref.load %t[%c0] : memref<4xf32>
  return
}

// CHECK-LABEL: check @too_large{{$}}
// CHECK: storage: proved
// CHECK: lifetimes: proved
// CHECK-NEXT: capacity: VIOLATED: the buffers that live here take 32768 bytes of 16384
func.func @too_large(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @twice} {
  %t = memref.alloca() : memref<8192xf32, 3>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
