// A dimension that is not there, as a constant or computed from constants.
// MLIR's patterns read beyond the end of the shape.

// RUN: split-file %s %t
// RUN: polymem-opt %t/pipelines.mlir -verify-diagnostics --polymem-to-cpu -o %t/out
// RUN: polymem-opt %t/pipelines.mlir -verify-diagnostics --polymem-to-ptx -o %t/out
// RUN: polymem-opt %t/pipelines.mlir -verify-diagnostics --polymem-to-emulator -o %t/out
// RUN: not polymem-run %t/run.mlir 2>&1 | FileCheck %s
// CHECK: 'memref.dim' cannot be lowered: there is no dimension -7: the array has 2

//--- pipelines.mlir
func.func @negative(%A: memref<42x32x15x13x27xf32>) -> index {
  %c = arith.constant -7 : index
  // expected-error @+1 {{polymem-verify-input: 'memref.dim' cannot be lowered: there is no dimension -7: the array has 5}}
  %d = memref.dim %A, %c : memref<42x32x15x13x27xf32>
  return %d : index
}

func.func @computed(%A: memref<?x?xf32>) -> index {
  %c = arith.constant 1 : index
  %sum = arith.addi %c, %c : index
  // expected-error @+1 {{there is no dimension 2: the array has 2}}
  %d = memref.dim %A, %sum : memref<?x?xf32>
  return %d : index
}

func.func @unknown(%A: memref<?x?xf32>, %k: index) -> index {
  %d = memref.dim %A, %k : memref<?x?xf32>
  return %d : index
}

//--- run.mlir
func.func @run(%A: memref<4x2xindex>) {
  %c0 = arith.constant 0 : index
  %c = arith.constant -7 : index
  %d = memref.dim %A, %c : memref<4x2xindex>
  memref.store %d, %A[%c0, %c0] : memref<4x2xindex>
  return
}
