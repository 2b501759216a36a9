// Tiled functions compute, bit by bit, what the originals do, also when mapped
// (parallel) loops run backwards.

// DEFINE: %{pipeline} =
// DEFINE: %{run} = polymem-run %s --compare --check-bounds --add-params=TI,TJ \
// DEFINE:   --entry=triangular --entry=strided --entry=imperfect --entry=time \
// DEFINE:   --entry=parallel --entry=reversed \
// DEFINE:   --sizes=N=17,M=9,TI=3,TJ=5 --sizes=N=1,M=1,TI=1,TJ=1 --sizes=N=0,M=4,TI=7,TJ=2 \
// DEFINE:   --sizes=N=24,M=16,TI=100,TJ=4 \
// DEFINE:   '--pipeline=polymem-tile{%{pipeline}},convert-scratch-to-memref{reverse-mapped}'

// REDEFINE: %{pipeline} = mapping=none
// RUN: %{run}
// REDEFINE: %{pipeline} = mapping=gpu
// RUN: %{run}
// REDEFINE: %{pipeline} = sizes=3,4,5
// RUN: %{run}
// REDEFINE: %{pipeline} = sizes=1,1,1
// RUN: %{run}
// REDEFINE: %{pipeline} = sizes=arg4,arg5,3
// RUN: %{run}
// REDEFINE: %{pipeline} = mapping=gpu sizes=arg4,2,arg5
// RUN: %{run}
// REDEFINE: %{pipeline} = mapping=gpu block-sizes=8,arg5 sizes=3,4,2 thread-sizes=2,arg4
// RUN: %{run}
// REDEFINE: %{pipeline} = block-sizes=4,4,4 sizes=0,3,2
// RUN: %{run}

// Each function is tiled, as a whole or inside.
// RUN: polymem-opt %s --polymem-tile="sizes=3,4,5" | FileCheck %s
// CHECK-LABEL: func @triangular
// CHECK: scratch.tile
// CHECK-LABEL: func @strided
// CHECK: scratch.tile
// CHECK-LABEL: func @imperfect
// CHECK: scratch.tile
// CHECK-LABEL: func @time
// CHECK: affine.for
// CHECK: scratch.tile
// CHECK: scratch.tile
// CHECK-LABEL: func @parallel
// CHECK: scratch.tile
// CHECK-LABEL: func @reversed
// CHECK: scratch.tile

// C[i][j] += A[i][k] * A[j][k] for j, k up to i.
func.func @triangular(%C: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                      %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                      %N: index {polymem.param = "N"},
                      %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %A[%j, %k] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Steps other than 1, and starts that depend on an outer loop.
func.func @strided(%C: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                   %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                   %N: index {polymem.param = "N"},
                   %M: index {polymem.param = "M"}) {
  affine.for %i = 1 to %N step 2 {
    affine.for %j = affine_map<(d0) -> (d0 floordiv 2)>(%i) to %N step 3 {
      affine.for %k = 0 to min affine_map<(d0)[s0] -> (s0, d0 + 7)>(%i)[%N] step 4 {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Three groups of statements, the last reads what the loop before sums up.
func.func @imperfect(%C: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                     %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                     %N: index {polymem.param = "N"},
                     %M: index {polymem.param = "M"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      affine.store %zero, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%j) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
      %r = affine.load %C[%i, %j] : memref<?x?xf32>
      %q = arith.mulf %r, %r : f32
      affine.store %q, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @time(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                %B: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                %N: index {polymem.param = "N"},
                %M: index {polymem.param = "M"}) {
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
        %n = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %e = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %s = arith.addf %n, %e : f32
        affine.store %s, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @parallel(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                    %B: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                    %N: index {polymem.param = "N"},
                    %M: index {polymem.param = "M"}) {
  affine.parallel (%i, %j) = (0, 0) to (%N, %M) step (1, 2) {
    affine.for %k = 0 to %M {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %B[%i, %k] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Bounds and subscripts that go down with an outer loop.
func.func @reversed(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                    %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                    %N: index {polymem.param = "N"},
                    %M: index {polymem.param = "M"}) {
  affine.for %i = 0 to %N {
    affine.for %j = affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i)[%N] to %N {
      %a = affine.load %A[-%i + symbol(%N) - 1, %j] : memref<?x?xf32>
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
