// RUN: polymem-opt %s --polymem-raise-to-affine=copies --remarks-filter=polymem-raise-to-affine --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Copies that are of unknown extents where they are.

func.func @rank(%A: memref<*xf32>, %B: memref<*xf32>) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Rank | {{.*}}Remark="memref.copy stays: it is of unknown rank"
  memref.copy %A, %B : memref<*xf32> to memref<*xf32>
  return
}
func.func @extents(%n: index, %B: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %A = memref.alloc(%i) : memref<?xf32>
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] Extents | {{.*}}Remark="memref.copy stays: it is of an array made in the nest, of extents known at run time only"
    memref.copy %A, %B : memref<?xf32> to memref<?xf32>
    memref.dealloc %A : memref<?xf32>
  }
  return
}
