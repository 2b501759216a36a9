// Sizes that are not given depend on the number of dimensions; those of
// dimensions beyond a list that is too short as well.

// RUN: polymem-opt %s --polymem-time-tile --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="sizes=4" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIRST

// CHECK-DAG: Function=line {{.*}}diamonds of 256 steps and 256 elements along dimension 0"
// FIRST-DAG: Function=line {{.*}}diamonds of 4 steps and 4 elements along dimension 0"
func.func @line(%T: index, %A: memref<2x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[%t mod 2, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}

// CHECK-DAG: Function=plane {{.*}}diamonds of 32 steps and 32 elements along dimension 0, parts of 32 along 1"
// FIRST-DAG: Function=plane {{.*}}diamonds of 4 steps and 4 elements along dimension 0, parts of 32 along 1"
func.func @plane(%T: index, %A: memref<2x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        %a = affine.load %A[%t mod 2, %i - 1, %j - 1] : memref<2x?x?xf32>
        %b = affine.load %A[%t mod 2, %i + 1, %j + 1] : memref<2x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<2x?x?xf32>
      }
    }
  }
  return
}

// CHECK-DAG: Function=space {{.*}}diamonds of 8 steps and 8 elements along dimension 0, parts of 8 along 1, parts of 32 along 2"
// FIRST-DAG: Function=space {{.*}}diamonds of 4 steps and 4 elements along dimension 0, parts of 8 along 1, parts of 32 along 2"
func.func @space(%T: index, %A: memref<2x?x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        affine.for %k = 1 to %n {
          %a = affine.load %A[%t mod 2, %i - 1, %j - 1, %k - 1] : memref<2x?x?x?xf32>
          %b = affine.load %A[%t mod 2, %i + 1, %j + 1, %k + 1] : memref<2x?x?x?xf32>
          %s = arith.addf %a, %b : f32
          affine.store %s, %A[(%t + 1) mod 2, %i, %j, %k] : memref<2x?x?x?xf32>
        }
      }
    }
  }
  return
}

// A multiple of what dependences span, three elements per step.
// CHECK-DAG: Function=asymmetric {{.*}}diamonds of 170 steps and 255 elements along dimension 0"
func.func @asymmetric(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 2 to %n {
      %a = affine.load %A[%t, %i - 2] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}
