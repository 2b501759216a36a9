// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s

// A write that may not happen is a possible source of later reads and hides
// nothing: the read may see the certain write before it.
// CHECK-LABEL: scop @after_must{{$}}
// CHECK: value-based flow: { [S1[0] -> W1[]] -> [S2[0] -> R2[]]; [S0[0] -> W0[]] -> [S2[0] -> R2[]] }{{$}}
// CHECK-NEXT: live-in reads: {  }{{$}}
// CHECK-NEXT: live-in: {  }{{$}}
func.func @after_must(%A: memref<1xf32>, %B: memref<1xf32>, %x: f32, %c: i1) {
  affine.for %i = 0 to 1 {
    affine.store %x, %A[0] : memref<1xf32>
  }
  affine.for %i = 0 to 1 {
    scf.if %c {
      affine.store %x, %A[0] : memref<1xf32>
    }
  }
  affine.for %i = 0 to 1 {
    %y = affine.load %A[0] : memref<1xf32>
    affine.store %y, %B[0] : memref<1xf32>
  }
  return
}

// Without a certain write the value from before the function may be read.
// CHECK-LABEL: scop @only_may{{$}}
// CHECK: value-based flow: { [S0[0] -> W0[]] -> [S1[0] -> R1[]] }{{$}}
// CHECK-NEXT: live-in reads: { [S1[0] -> R1[]] -> arg0[0] }{{$}}
// CHECK-NEXT: live-in: { arg0[0] }{{$}}
func.func @only_may(%A: memref<1xf32>, %B: memref<1xf32>, %x: f32, %c: i1) {
  affine.for %i = 0 to 1 {
    scf.if %c {
      affine.store %x, %A[0] : memref<1xf32>
    }
  }
  affine.for %i = 0 to 1 {
    %y = affine.load %A[0] : memref<1xf32>
    affine.store %y, %B[0] : memref<1xf32>
  }
  return
}
