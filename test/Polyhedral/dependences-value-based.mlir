// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s

// Value-based: only the last write before a read. The first read of the loop
// sees a value from before.
// CHECK-LABEL: scop @last_writer{{$}}
// CHECK: value-based flow: [arg1] -> { [S0[i0] -> W1[]] -> [S0[1 + i0] -> R0[]] : 0 <= i0 <= -2 + arg1 }{{$}}
// CHECK-NEXT: live-in reads: [arg1] -> { [S0[0] -> R0[]] -> arg0[0] : arg1 > 0 }{{$}}
// CHECK-NEXT: live-in: [arg1] -> { arg0[0] : arg1 > 0 }{{$}}
func.func @last_writer(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[0] : memref<?xf32>
    affine.store %x, %A[0] : memref<?xf32>
  }
  return
}

// A write certain to come later hides the one before it from the read.
// CHECK-LABEL: scop @killed{{$}}
// CHECK: value-based flow: [arg3] -> { [S1[i0] -> W1[]] -> [S2[i0] -> R2[]] : 0 <= i0 < arg3 }{{$}}
// CHECK-NEXT: live-in reads: [arg3] -> {  }{{$}}
// CHECK-NEXT: live-in: [arg3] -> {  }{{$}}
func.func @killed(%A: memref<?xf32>, %B: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %y = affine.load %A[%i] : memref<?xf32>
    affine.store %y, %B[%i] : memref<?xf32>
  }
  return
}

// Within one instance the order is the program's: a read after a write takes
// its value from there, one before does not.
// CHECK-LABEL: scop @one_instance{{$}}
// CHECK: flow: {  }{{$}}
// CHECK: value-based flow: [arg2] -> { [S0[i0] -> W1[]] -> [S0[i0] -> R2[]] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: live-in reads: [arg2] -> { [S0[i0] -> R0[]] -> arg1[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: live-in: [arg2] -> { arg1[i0] : 0 <= i0 < arg2 }{{$}}
func.func @one_instance(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %z: f32) {
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xf32>
    affine.store %z, %A[%i] : memref<?xf32>
    %y = affine.load %A[%i] : memref<?xf32>
    affine.store %y, %B[%i] : memref<?xf32>
  }
  return
}
