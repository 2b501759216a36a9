// All kinds of arguments and results: sizes by expression, integers in a
// range, scalars, dead arrays, static shapes, appended parameters.

// RUN: polymem-run %s --entry=gather --compare --sizes=M=3,N=5 --print | FileCheck %s --check-prefix=GATHER
// GATHER:      gather: M=3 N=5: identical (3 arrays, 14 elements, 5 changed)
// GATHER:        argument 0 = [3]
// GATHER-NEXT:   argument 1 = [5] {{[012] [012] [012] [012] [012]$}}
// GATHER-NEXT:   argument 2 = [6]
// GATHER-NEXT:   argument 3 = 5
// GATHER-NEXT:   argument 4 = [2] {{-?[0-9] -?[0-9]$}}
// GATHER-NEXT:   result 0 = 5
// GATHER-NEXT:   result 1 = 0.5
// RUN: polymem-run %s --entry=gather --compare --sizes=M=3,N=5 --print --seed=2 > %t.2
// RUN: polymem-run %s --entry=gather --compare --sizes=M=3,N=5 --print --seed=2 | diff %t.2 -
// RUN: polymem-run %s --entry=gather --compare --sizes=M=3,N=5 --print --seed=3 | not diff %t.2 -

func.func @gather(
    %A: memref<?xf64> {polymem.shape = ["M"]},
    %P: memref<?xindex> {polymem.shape = ["N"], polymem.range = ["0", "M"]},
    %B: memref<?xf64> {polymem.shape = ["2 * (N - 1) - N + M"]},
    %N: index {polymem.param = "N"},
    %T: memref<2xi16> {polymem.dead_out}) -> (index, f64) {
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to %N {
    %p = affine.load %P[%i] : memref<?xindex>
    %a = memref.load %A[%p] : memref<?xf64>
    affine.store %a, %B[%i] : memref<?xf64>
  }
  return %N, %half : index, f64
}

// What the functions leave in a dead array is not compared.
// RUN: polymem-run %s --entry=dead --compare --against=dead2 | FileCheck %s --check-prefix=DEAD
// DEAD: dead against dead2: identical (1 arrays, 3 elements, 3 changed)
func.func @dead(%T: memref<2xi16> {polymem.dead_out}, %A: memref<3xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    affine.store %zero, %A[%i] : memref<3xf32>
  }
  return
}
func.func @dead2(%T: memref<2xi16> {polymem.dead_out}, %A: memref<3xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    affine.store %zero, %A[%i] : memref<3xf32>
  }
  %c1 = arith.constant 1 : i16
  affine.store %c1, %T[0] : memref<2xi16>
  affine.store %c1, %T[1] : memref<2xi16>
  return
}

// RUN: polymem-run %s --entry=add --add-params=TI,TJ --compare --sizes=TI=3,TJ=7 --arg=N=4 --print | FileCheck %s --check-prefix=PARAMS
// PARAMS:      add: N=4 TI=3 TJ=7: identical
// PARAMS:        argument 0 = [4]
// PARAMS-NEXT:   argument 1 = {{-?[0-9]$}}
// PARAMS-NEXT:   argument 2 = 3
// PARAMS-NEXT:   argument 3 = 7
func.func @add(%A: memref<?xi32> {polymem.shape = ["N"]}, %x: i32) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.addi %a, %x : i32
    affine.store %b, %A[%i] : memref<?xi32>
  }
  return
}

// Sums in another order agree within a tolerance only.
// RUN: not polymem-run %s --entry=sum --compare --against=sum_down --sizes=N=1000 | FileCheck %s --check-prefix=EXACT
// EXACT: sum against sum_down: N=1000: result 0: expected {{.*}}, got
// RUN: polymem-run %s --entry=sum --compare --against=sum_down --sizes=N=1000 --tolerance=1e-4 | FileCheck %s --check-prefix=NEAR
// NEAR: sum against sum_down: N=1000: agrees (1 arrays, 1000 elements, 0 changed)
func.func @sum(%A: memref<?xf32> {polymem.shape = ["N"]}) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  %sum = affine.for %i = 0 to %N iter_args(%s = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<?xf32>
    %next = arith.addf %s, %a : f32
    affine.yield %next : f32
  }
  return %sum : f32
}
func.func @sum_down(%A: memref<?xf32> {polymem.shape = ["N"]}) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  %sum = affine.for %i = 0 to %N iter_args(%s = %zero) -> f32 {
    %a = affine.load %A[symbol(%N) - %i - 1] : memref<?xf32>
    %next = arith.addf %s, %a : f32
    affine.yield %next : f32
  }
  return %sum : f32
}
