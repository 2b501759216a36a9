// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: scop @div_mod{{$}}
// CHECK: W0 must-write { S0[i0] -> arg0[o0, o1, o2] : (-i0 + o0) mod 5 = 0 and -20 <= i0 <= 19 and 0 <= o0 <= 4 and -3 + i0 <= 4o1 <= i0 and i0 <= 3o2 <= 2 + i0 }{{$}}
func.func @div_mod(%A: memref<?x?x?xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = -20 to 20 {
    affine.store %c, %A[%i mod 5, %i floordiv 4, %i ceildiv 3] : memref<?x?x?xf32>
  }
  return
}

// Index arithmetic belongs to the access that uses it.
// CHECK-LABEL: scop @apply{{$}}
// CHECK: S0: [arg1] -> { S0[i0] : 0 <= i0 < arg1 }{{$}}
// CHECK-NEXT: W0 must-write [arg1] -> { S0[i0] -> arg0[arg1 + 2i0, -1 + arg1] : 0 <= i0 < arg1 }{{$}}
// CHECK-NEXT: W1 must-write [arg1] -> { S0[i0] -> arg0[arg1 + 2i0, 0] : 0 <= i0 <= 4 and i0 < arg1; S0[i0] -> arg0[arg1 + 2i0, -5 + i0] : 5 <= i0 < arg1 }{{$}}
func.func @apply(%A: memref<?x?xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.apply affine_map<(d0)[s0] -> (2 * d0 + s0)>(%i)[%n]
    %b = affine.max affine_map<(d0) -> (d0 - 5, 0)>(%i)
    affine.store %c, %A[%a, symbol(%n) - 1] : memref<?x?xf32>
    memref.store %c, %A[%a, %b] : memref<?x?xf32>
  }
  return
}

// memref.load and memref.store of subscripts computed with arith.
// CHECK-LABEL: scop @arith{{$}}
// CHECK: S0: [arg1] -> { S0[i0] : 0 <= i0 < arg1 }{{$}}
// CHECK-NEXT: R0 must-read [arg1] -> { S0[i0] -> arg0[1 + 2i0] : 0 <= i0 < arg1 }{{$}}
// CHECK-NEXT: R1 must-read [arg1] -> { S0[i0] -> arg0[o0] : 0 <= i0 < arg1 and -1 + i0 <= 2o0 <= i0 }{{$}}
// CHECK-NEXT: W2 must-write [arg1] -> { S0[i0] -> arg0[o0] : (i0 + o0) mod 2 = 0 and 0 <= i0 < arg1 and 0 <= o0 <= 1 }{{$}}
func.func @arith(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to %n {
    %twice = arith.muli %i, %c2 : index
    %next = arith.addi %twice, %c1 : index
    %half = arith.divsi %i, %c2 : index
    %rest = arith.remsi %i, %c2 : index
    %x = memref.load %A[%next] : memref<?xf32>
    %y = memref.load %A[%half] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %A[%rest] : memref<?xf32>
  }
  return
}

// A subscript that is data: any element, not certainly.
// CHECK-LABEL: scop @indirect{{$}}
// CHECK: S0: [arg2] -> { S0[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: R0 must-read [arg2] -> { S0[i0] -> arg1[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: W1 may-write [arg2] -> { S0[i0] -> arg0[o0] : 0 <= i0 < arg2 and 0 <= o0 <= 99 }{{$}}
func.func @indirect(%A: memref<100xf32>, %idx: memref<?xindex>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    %k = affine.load %idx[%i] : memref<?xindex>
    memref.store %c, %A[%k] : memref<100xf32>
  }
  return
}
