// Arrays have the names that the IR knows from the source: those of globals, and
// NameLocs of arguments and allocations. Names that are no identifiers, that
// are there already, or that look like our own are not taken as they are.
// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: scop @names
// CHECK: array grid: memref
// CHECK: array grid_1: memref
// CHECK: array arg2: memref
// CHECK: array arg3: memref
// CHECK: array table: memref
// CHECK: array temporary: memref
// CHECK: array mem0: memref
// CHECK: must-read {{.*}} -> grid[i0]
memref.global "private" constant @table : memref<8xf32> = dense<1.0>
func.func @names(%A: memref<8xf32> loc("grid"("a.c":1:1)),
                 %B: memref<8xf32> loc("grid"("a.c":1:9)),
                 %C: memref<8xf32> loc("a b"), %D: memref<8xf32> loc("S0")) {
  %T = memref.get_global @table : memref<8xf32>
  %L = memref.alloc() : memref<8xf32> loc("temporary")
  %M = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %b = affine.load %B[%i] : memref<8xf32>
    %c = affine.load %C[%i] : memref<8xf32>
    %d = affine.load %D[%i] : memref<8xf32>
    %t = affine.load %T[%i] : memref<8xf32>
    affine.store %a, %L[%i] : memref<8xf32>
    affine.store %b, %M[%i] : memref<8xf32>
  }
  return
}
