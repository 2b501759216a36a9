// RUN: polymem-opt %s --prem-shape-scalars | FileCheck %s
// RUN: polymem-run %s --entry=sum --entry=local --compare --pipeline='polymem-to-prem{emit=host hooks=true}' | FileCheck %s --check-prefix=RAN
// RUN: polymem-opt %s --polymem-to-prem=output=%t.c -o /dev/null
// RUN: clang-22 -std=c99 -Wall -Wextra -Werror -pedantic -O2 -I%polymem_src/include -c %t.c -o %t.o

// Arrays of rank 0: of an argument, and of the function's own.

// CHECK-LABEL: func.func @sum(
// CHECK-SAME: memref<8xf32>, %[[S:.*]]: memref<1xf32> {prem.scalar})
// CHECK: affine.load %[[S]][0] : memref<1xf32>
// CHECK: affine.store %{{.*}}, %[[S]][0] : memref<1xf32>
// CHECK-LABEL: func.func @local
// CHECK: memref.alloc() : memref<1xf32>
// RAN: sum: identical (2 arrays, 9 elements, 1 changed)
// RAN: local: identical (1 arrays, 8 elements, 7 changed)
func.func @sum(%A: memref<8xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %x = affine.load %s[] : memref<f32>
    %y = arith.addf %x, %a : f32
    affine.store %y, %s[] : memref<f32>
  }
  return
}

func.func @local(%A: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<f32>
  affine.store %zero, %s[] : memref<f32>
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %x = affine.load %s[] : memref<f32>
    %y = arith.addf %x, %a : f32
    affine.store %y, %s[] : memref<f32>
    affine.store %y, %A[%i] : memref<8xf32>
  }
  memref.dealloc %s : memref<f32>
  return
}
