// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: scop @flow{{$}}
// CHECK: for example: flow dependence on arg0 from S0[i0 = 2, i1 = 1] ({{.*}}.mlir:{{[0-9]+}}:7) to S0[i0 = 4, i1 = 0] ({{.*}}.mlir:{{[0-9]+}}:12) with arg1 = 5{{$}}
func.func @flow(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %A[%i - 2, %j + 1] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-LABEL: scop @anti{{$}}
// CHECK: for example: anti dependence on arg0 from S0[i0 = 0] ({{.*}}.mlir:{{[0-9]+}}:10) to S0[i0 = 1] ({{.*}}.mlir:{{[0-9]+}}:5){{$}}
func.func @anti(%A: memref<10xf32>, %B: memref<10xf32>) {
  affine.for %i = 0 to 9 {
    %x = affine.load %A[%i + 1] : memref<10xf32>
    affine.store %x, %A[%i] : memref<10xf32>
  }
  return
}
