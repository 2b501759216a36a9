// RUN: polymem-opt %s --polymem-check -o /dev/null \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark 2>&1 | FileCheck %s

// Loop bounds that are loaded have one name, but need not be equal.

func.func @before(%A: memref<?xf32>, %N: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %N[%c0] : memref<2xindex>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK: NotDecided {{.*}}Function=after | Remark="not decided: 'p0' is neither an argument nor a size: it may differ in the original"
func.func @after(%A: memref<?xf32>, %N: memref<2xindex>)
    attributes {polymem.origin = @before} {
  %c1 = arith.constant 1 : index
  %n = memref.load %N[%c1] : memref<2xindex>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
