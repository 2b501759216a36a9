// No levels, with a reason: a wavefront has as many as there are tiles; the tiles behind the diagonal
// of the second nest have a sequential loop outside of a parallel one; the third has one loop.
//
// RUN: polymem-opt %s --split-input-file --polymem-schedule=level-tile=8 | FileCheck %s
// RUN: polymem-opt %s --split-input-file --polymem-schedule=level-tile=8 --remarks-filter=polymem-schedule --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: NotLeveled {{.*}} Function=wavefront {{.*}} tiles depend on each other at a constant distance, in chains
// REMARK: NotLeveled {{.*}} Function=rows {{.*}} in the last level 1 of the {{[0-9]}} loops around S{{[0-9]}} are parallel, from the outside in
// REMARK: NotLeveled {{.*}} Function=norms {{.*}} its statements have no band of two loops or more together

// CHECK-LABEL: func.func @wavefront
// CHECK-NOT: step 8
func.func @wavefront(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %n {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %b = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @rows
// CHECK-NOT: step 8
func.func @rows(%A: memref<?x?xf32>, %R: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %k = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
      affine.for %i = 0 to %m {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %A[%j, %i] : memref<?x?xf32>
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %r, %p : f32
        affine.store %s, %R[%k, %j] : memref<?x?xf32>
      }
      affine.for %i = 0 to %m {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %A[%j, %i] : memref<?x?xf32>
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %r : f32
        %s = arith.subf %b, %p : f32
        affine.store %s, %A[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @norms
// CHECK-NOT: step 8
func.func @norms(%A: memref<?xf32>, %s: memref<f32>, %n: index) {
  affine.for %k = 1 to %n {
    %a = affine.load %A[%k - 1] : memref<?xf32>
    %b = math.sqrt %a : f32
    affine.store %b, %s[] : memref<f32>
    affine.for %i = 0 to %n {
      %c = affine.load %s[] : memref<f32>
      %d = affine.load %A[%i] : memref<?xf32>
      %e = arith.divf %d, %c : f32
      affine.store %e, %A[%i] : memref<?xf32>
    }
  }
  return
}
