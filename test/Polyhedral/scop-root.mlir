// RUN: polymem-opt %s --polymem-print-scop=root=scratch.tile -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-print-scop=root=affine.for -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOP

// Origins and enclosing loops' variables are parameters; the context says that
// they are within their loops' bounds, and multiples of constant steps. The
// origin of a tile of run-time size is any point. That the argument is dead at
// the end of the function says nothing of the end of the tile.
// CHECK-LABEL: scop @nest scratch.tile{{$}}
// CHECK-NEXT: context: [o0, arg2, arg1, arg3, o1] -> {  : (o0) mod 32 = 0 and o0 >= 0 and arg2 > o0 and arg3 > 0 and 0 <= o1 < arg1 }{{$}}
// CHECK-NEXT: parameter o0: argument 0 of scratch.tile{{$}}
// CHECK-NEXT: parameter arg2: argument 2 of func.func{{$}}
// CHECK-NEXT: parameter arg1: argument 1 of func.func{{$}}
// CHECK-NEXT: parameter arg3: argument 3 of func.func{{$}}
// CHECK-NEXT: parameter o1: argument 1 of scratch.tile{{$}}
// CHECK-NEXT: array arg0: memref memref<?x?xf32>, live-out{{$}}
// CHECK: S0: [o0, arg2, arg1, arg3, o1] -> { S0[i0, i1] : o0 <= i0 < arg2 and i0 <= 31 + o0 and o1 <= i1 < arg3 + o1 and i1 < arg1 }{{$}}
// CHECK: scop @nest scratch.tile{{$}}
// CHECK-NEXT: context: [o0, arg2, arg1, arg3, o1, o2] -> {  : (o2) mod 32 = 0 and o0 >= 0 and arg1 > o0 and arg3 > 0 and o1 < arg2 and o2 >= -31 + o1 and 0 <= o2 <= o1 and o2 < arg2 }{{$}}
// CHECK-NEXT: parameter o0: argument 1 of scratch.tile{{$}}
// CHECK-NEXT: parameter arg2: argument 2 of func.func{{$}}
// CHECK-NEXT: parameter arg1: argument 1 of func.func{{$}}
// CHECK-NEXT: parameter arg3: argument 3 of func.func{{$}}
// CHECK-NEXT: parameter o1: argument 0 of scratch.tile{{$}}
// CHECK-NEXT: parameter o2: argument 0 of scratch.tile{{$}}
// CHECK-NEXT: array arg0: memref memref<?x?xf32>, live-out{{$}}
// CHECK: S0: [o0, arg2, arg1, arg3, o1, o2] -> { S0[i0] : o0 <= i0 < arg1 and i0 < o0 + arg3 }{{$}}
// LOOP-LABEL: scop @nest affine.for
// LOOP-NEXT: context: [o0, arg2, arg1, arg3, o1, o2] -> { : (o2) mod 32 = 0 and o0 >= 0 and arg1 > o0 and arg3 > 0 and o1 < arg2 and o2 >= -31 + o1 and 0 <= o2 <= o1 and o2 < arg2 }
// LOOP-NEXT: parameter o0: argument 1 of scratch.tile
// LOOP: S0: {{.*}} { S0[i0] : o0 <= i0 < arg1 and i0 < o0 + arg3 }
func.func @nest(%A: memref<?x?xf32> {polymem.dead_out}, %n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c = arith.constant 1.0 : f32
  scratch.tile (%i, %j) = (%c0, %c0) to (%m, %n) step (%c32, %s) mapping [#gpu.block<y>, #gpu.block<x>] {
    %mi = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %m]
    scratch.tile (%ii) = (%i) to (%mi) step (%c1) mapping [#gpu.thread<y>] {
      affine.for %jj = %j to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%j, %s, %n] {
        affine.store %c, %A[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}
