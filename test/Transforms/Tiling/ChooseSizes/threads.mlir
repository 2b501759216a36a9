// Variants are tried two at a time, in threads if there are some. What is chosen, and what is said of it,
// is the same without: of two functions, one of them with an array of constants and several nests.
// DEFINE: %{choose} = polymem-opt %s --polymem-to-ptx="emit=staged sizes=auto assume=M=2000,N=1500" --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark
// RUN: %{choose} -o %t.threads.mlir 2> %t.threads.txt
// RUN: %{choose} --mlir-disable-threading -o %t.alone.mlir 2> %t.alone.txt
// RUN: diff %t.threads.mlir %t.alone.mlir
// RUN: sort %t.threads.txt > %t.threads.sorted.txt
// RUN: sort %t.alone.txt | diff %t.threads.sorted.txt -
// RUN: FileCheck %s < %t.threads.txt

// CHECK-DAG: Function=weigh {{.*}}; 4 variants
// CHECK-DAG: Function=weigh {{.*}}; {{[23]}} variants
// CHECK-DAG: Function=product {{.*}}; 4 variants

memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

func.func @weigh(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                 %B: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                 %C: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                 %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  %weights = memref.get_global @weights : memref<4xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%j, %k] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %w = affine.load %weights[2] : memref<4xf32>
      %p = arith.mulf %a, %w : f32
      %s = affine.load %y[%i] : memref<?xf32>
      %t = arith.addf %s, %p : f32
      affine.store %t, %y[%i] : memref<?xf32>
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
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
