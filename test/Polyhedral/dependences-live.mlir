// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s

// Live-in: read before written. Live-out: written, in arrays seen after the
// function: not in local ones, nor in arguments marked dead.
// CHECK-LABEL: scop @live{{$}}
// CHECK: live-in reads: [arg3] -> { [S0[i0] -> R0[]] -> arg0[i0] : 0 < i0 < arg3 }{{$}}
// CHECK-NEXT: live-in: [arg3] -> { arg0[i0] : 0 < i0 < arg3 }{{$}}
// CHECK-NEXT: live-out: [arg3] -> { arg1[i0] : 0 < i0 < arg3 }{{$}}
func.func @live(%A: memref<?xf32>, %B: memref<?xf32>, %D: memref<?xf32> {polymem.dead_out}, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %t[%i] : memref<?xf32>
    affine.store %x, %D[%i] : memref<?xf32>
  }
  affine.for %i = 1 to %n {
    %x = affine.load %t[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  return
}
