// Of three parallel loops, axis y is the one along which what is scattered along x is contiguous, so that
// its elements come in rows of tiles; where there is no such one, it is the innermost.
// RUN: polymem-opt %s --polymem-tile=mapping=gpu --remarks-filter=polymem-tile --remark-policy=all -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir

// REMARK:     AxisY {{.*}} Function=backwards
// REMARK-NOT: AxisY

// CHECK-LABEL: func.func @backwards
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK:         scratch.tile ({{.*}}) = ({{.*}}) to ({{.*}}) step (%[[C32]], %[[C4]], %[[C32]]) mapping [#gpu.block<y>, #gpu.block<z>, #gpu.block<x>]
// CHECK:         mapping [#gpu.thread<y>, #gpu.thread<z>, #gpu.thread<x>]
func.func @backwards(%A: memref<?x?x?xf32>, %B: memref<?x?x?xf32>, %M: index, %N: index, %P: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %P {
        %a = affine.load %A[%i, %j, %k] : memref<?x?x?xf32>
        affine.store %a, %B[%k, %j, %i] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @copy
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK:         step (%[[C4]], %[[C32]], %[[C32]]) mapping [#gpu.block<z>, #gpu.block<y>, #gpu.block<x>]
func.func @copy(%A: memref<?x?x?xf32>, %B: memref<?x?x?xf32>, %M: index, %N: index, %P: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %P {
        %a = affine.load %A[%i, %j, %k] : memref<?x?x?xf32>
        affine.store %a, %B[%j, %i, %k] : memref<?x?x?xf32>
      }
    }
  }
  return
}
