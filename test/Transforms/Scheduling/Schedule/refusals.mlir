// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.before.mlir && diff %t.before.mlir %t.mlir

// What is refused is left as it is, and why is said.

// CHECK: NotModelled | {{.*}}Function=unstructured | Remark="'cf.cond_br' cannot be modelled: control flow between blocks is not structured"
func.func @unstructured(%A: memref<?xf32>, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2:
  return
}

// CHECK: NotScheduled | {{.*}}Function=heap | Remark="an allocation inside a loop has one instance per iteration, and the order of iterations changes"
func.func @heap(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %t = memref.alloc() : memref<f32>
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %x, %t[] : memref<f32>
      affine.for %k = 0 to 4 {
        %y = affine.load %t[] : memref<f32>
        %z = arith.addf %y, %y : f32
        affine.store %z, %A[%i, %j] : memref<?x?xf32>
      }
      memref.dealloc %t : memref<f32>
    }
  }
  return
}
