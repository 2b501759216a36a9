// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// Loops that are not affine are part of a statement; what they access with
// their own variables is unknown. Memory they allocate is their own.
// CHECK-LABEL: scop @loops{{$}}
// CHECK: array arg0: memref memref<100xf32>, live-out{{$}}
// CHECK: array arg1: memref memref<100xf32>, live-out{{$}}
// CHECK: S0: { S0[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: W0 may-write { S0[i0] -> arg0[o0] : 0 <= i0 <= 99 and 0 <= o0 <= 99 }{{$}}
// CHECK-NEXT: W1 may-write { S0[i0] -> arg1[i0] : 0 <= i0 <= 99 }{{$}}
func.func @loops(%A: memref<100xf32>, %B: memref<100xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 {
    scf.for %k = %c0 to %n step %c1 {
      %own = memref.alloca() : memref<1xf32>
      affine.store %z, %own[0] : memref<1xf32>
      memref.store %z, %A[%k] : memref<100xf32>
      memref.store %z, %B[%i] : memref<100xf32>
    }
  }
  return
}

// So is an affine loop with a bound that is data.
// CHECK-LABEL: scop @data_bound{{$}}
// CHECK: S0: [arg2] -> { S0[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: R0 must-read [arg2] -> { S0[i0] -> arg1[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: W1 may-write [arg2] -> { S0[i0] -> arg0[o0] : 0 <= i0 < arg2 and 0 <= o0 <= 99 }{{$}}
func.func @data_bound(%A: memref<100xf32>, %sizes: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scratch.tile (%i) = (%c0) to (%n) step (%c1) {
    %m = affine.load %sizes[%i] : memref<?xindex>
    affine.for %k = 0 to %m {
      affine.store %z, %A[%k] : memref<100xf32>
    }
  }
  return
}
