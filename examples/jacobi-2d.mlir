// A 2-D stencil: T steps of a 5-point mean, from A to B and back.
//
// To PTX, with halo tiles staged through shared memory, two kernels a step:
//
//   polymem-opt examples/jacobi-2d.mlir --polymem-to-ptx="machine=nvidia-h200"
//
// The staged program on the CPU, compared with this one bit for bit:
//
//   polymem-run examples/jacobi-2d.mlir --compare --sizes=N=67,M=35,T=3 \
//     --pipeline=polymem-to-cpu

func.func @jacobi_2d(
    %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %B: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %T: index {polymem.param = "T"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fifth = arith.constant 0.2 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  // The time loop is sequential; inside it, each nest is parallel. A tile of
  // one array needs a frame one element wide of the other.
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[M] -> (M - 1)>()[%M] {
        %c = affine.load %A[%i, %j] : memref<?x?xf32>
        %w = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %e = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %s = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %n = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %cw = arith.addf %c, %w : f32
        %cwe = arith.addf %cw, %e : f32
        %cwes = arith.addf %cwe, %s : f32
        %sum = arith.addf %cwes, %n : f32
        %mean = arith.mulf %fifth, %sum : f32
        affine.store %mean, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[M] -> (M - 1)>()[%M] {
        %c = affine.load %B[%i, %j] : memref<?x?xf32>
        %w = affine.load %B[%i, %j - 1] : memref<?x?xf32>
        %e = affine.load %B[%i, %j + 1] : memref<?x?xf32>
        %s = affine.load %B[%i + 1, %j] : memref<?x?xf32>
        %n = affine.load %B[%i - 1, %j] : memref<?x?xf32>
        %cw = arith.addf %c, %w : f32
        %cwe = arith.addf %cw, %e : f32
        %cwes = arith.addf %cwe, %s : f32
        %sum = arith.addf %cwes, %n : f32
        %mean = arith.mulf %fifth, %sum : f32
        affine.store %mean, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
