// RUN: polymem-opt %s -polymem-codegen | FileCheck %s

// An allocation inside a loop becomes one of the function, freed once.

// CHECK-LABEL: func @heap
// CHECK: %[[TMP:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: affine.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK: affine.store %{{.*}}, %[[TMP]][%{{.*}}]
// CHECK: memref.dealloc %[[TMP]]
// CHECK-NEXT: return
func.func @heap(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %tmp = memref.alloc(%n) : memref<?xf32>
    affine.for %k = 0 to %n {
      %w = affine.load %A[%i, %k] : memref<?x?xf32>
      affine.store %w, %tmp[%k] : memref<?xf32>
    }
    affine.for %k = 0 to %n {
      %w = affine.load %tmp[-%k + symbol(%n) - 1] : memref<?xf32>
      affine.store %w, %A[%i, %k] : memref<?x?xf32>
    }
    memref.dealloc %tmp : memref<?xf32>
  }
  return
}
