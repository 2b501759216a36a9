// A row of a matrix a thread: few rows in wide blocks are tried first, as few as make a block for
// each core, and no other sizes, for that saves time. Parallel loops beside each other in a
// sequential one are no blocks of two axes either. A long recurrence, which loads do not delay: then
// smaller tiles, and all of them, for the first makes more blocks. Rows of a product: larger tiles
// first, and as they save time, none that are smaller than the machine's own; the same tiles once. A nest that takes little of the function's time is left alone.
// DEFINE: %{choose} = polymem-opt %s --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -o /dev/null
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=auto assume=M=2000,N=2000" 2>&1 | FileCheck %s

// CHECK-DAG: Function=rows {{.*}}tiles of 8 or {{.*}}, sequential 256, blocks of 256x1: {{.*}} own sizes, at least {{.*}} with any; 2 variants
// CHECK-DAG: Function=sweeps {{.*}}, blocks of 256x1: {{.*}} 2 variants
// CHECK-DAG: Function=recurrence {{.*}}tiles of 32 or {{.*}}, sequential 64: {{.*}} 5 variants
// CHECK-DAG: :30:3: {{.*}}Function=rows {{.*}}tiles of 256 or 32x32x4, sequential 32: {{.*}} 1 variants
// CHECK-DAG: Function=product {{.*}}blocks of 16x{{8|16}}: {{.*}}; 4 variants

func.func @rows(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                %y: memref<?xf32> {polymem.shape = ["M"]},
                %z: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  affine.for %j = 0 to %N {
    %a = affine.load %z[%j] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %z[%j] : memref<?xf32>
  }
  return
}

func.func @sweeps(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                  %y: memref<?xf32> {polymem.shape = ["M"]},
                  %z: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to %M {
      affine.for %j = 0 to %N {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %s = affine.load %y[%i] : memref<?xf32>
        %u = arith.addf %s, %a : f32
        affine.store %u, %y[%i] : memref<?xf32>
      }
    }
    affine.for %i = 0 to %M {
      affine.for %j = 0 to %N {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %s = affine.load %y[%i] : memref<?xf32>
        %r = affine.load %y[-%i + symbol(%M) - 1] : memref<?xf32>
        %u = arith.addf %s, %a : f32
        %v = arith.addf %u, %r : f32
        affine.store %v, %z[%i] : memref<?xf32>
      }
    }
    affine.for %i = 0 to %M {
      %s = affine.load %z[%i] : memref<?xf32>
      affine.store %s, %y[%i] : memref<?xf32>
    }
  }
  return
}

func.func @recurrence(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                      %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %j = 0 to %M {
    affine.for %i = 0 to %N iter_args(%y = %f0) -> f32 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %r = arith.addf %y, %a : f32
      %q = math.sqrt %r : f32
      %p = math.exp %q : f32
      %u = math.sqrt %p : f32
      %s = math.exp %u : f32
      affine.store %s, %B[%i, %j] : memref<?x?xf32>
      affine.yield %s : f32
    }
  }
  return
}

func.func @product(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                   %B: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                   %C: memref<?x?xf32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
