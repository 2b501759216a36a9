// RUN: polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 strict" | FileCheck %s

// Dependences run against %j, but a tile has all of its iterations, or a tile
// has one iteration of the loop outside: the order stays what it was.

// CHECK-LABEL: func.func @all
// CHECK: prem.plan = #prem.plan<tile = [2, 8], groups = [1, 1]>
func.func @all(%A: memref<9x9xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  } {prem.plan = #prem.plan<tile = [2, 8], groups = [1, 1]>}
  return
}

// CHECK-LABEL: func.func @steps
// CHECK: prem.plan = #prem.plan<tile = [1, 3], groups = [1, 1]>
func.func @steps(%A: memref<9x9xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  } {prem.plan = #prem.plan<tile = [1, 3], groups = [1, 1]>}
  return
}
