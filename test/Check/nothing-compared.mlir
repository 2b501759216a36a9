// RUN: polymem-opt %s --polymem-check -o /dev/null 2>&1 | FileCheck %s
// RUN: not polymem-opt %s --polymem-check=strict -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// Where an origin is named but there is nothing to compare it with, that is said
// once for all, and with `strict` it is an error.

// CHECK: nothing-compared.mlir:[[# @LINE + 7]]:1: warning: polymem-check: nothing was compared with what 'polymem.origin' names: it has no body
// CHECK: nothing-compared.mlir:[[# @LINE + 9]]:1: note: nor here: it is not a func.func
// CHECK: nothing-compared.mlir:[[# @LINE + 12]]:1: note: nor here: it names itself
// CHECK-NOT: warning
// STRICT: nothing-compared.mlir:[[# @LINE + 3]]:1: error: polymem-check: nothing was compared with what 'polymem.origin' names: it has no body
// STRICT: note: nor here: it is not a func.func
// STRICT: note: nor here: it names itself
func.func private @declared(memref<?xf32>) attributes {polymem.origin = @f}

// The symbol of another kind of function is no reason to be silent.
llvm.func @lowered() attributes {polymem.origin = @f} {
  llvm.return
}

func.func @itself(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @itself} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}

// Others are named, and name none: they are what is compared with.
func.func @f() {
  return
}
