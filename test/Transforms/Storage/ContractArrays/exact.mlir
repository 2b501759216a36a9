// RUN: polymem-opt %s --polymem-contract-arrays=report-times=true --remarks-filter=polymem-contract-arrays -split-input-file 2>&1 \
// RUN:   | FileCheck %s

// Where nothing is approximated, the conflicts are those that surely exist, which are not computed
// again. That the array is freed at the end is no approximation.

// CHECK: Times {{.*}}Function=freed |{{.*}} bounds:
// CHECK-NOT: sure-bounds
// CHECK: Contracted {{.*}}Function=freed |{{.*}} at least
func.func @freed(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %A = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
    affine.if affine_set<(i) : (i - 2 >= 0)>(%i) {
      %y = affine.load %A[%i - 2] : memref<?xf32>
      affine.store %y, %out[%i] : memref<?xf32>
    }
  }
  memref.dealloc %A : memref<?xf32>
  return
}

// -----

// It may be freed or not before the values are read that are needed where it is not.
// CHECK: Times {{.*}}Function=maybe_freed |{{.*}} sure-bounds
func.func @maybe_freed(%in: memref<?xf32>, %out: memref<?xf32>, %n: index, %frees: i1) {
  %A = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
    affine.if affine_set<(i) : (i - 2 >= 0)>(%i) {
      %y = affine.load %A[%i - 2] : memref<?xf32>
      affine.store %y, %out[%i] : memref<?xf32>
    }
  }
  scf.if %frees {
    memref.dealloc %A : memref<?xf32>
  }
  return
}
