// RUN: not polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 | FileCheck %s
// RUN: not polymem-opt %s --polymem-to-ptx=emit=module -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not polymem-opt %s --polymem-to-ptx=warnings=false -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

// A module without any kernel is not compiled.

// CHECK: no-kernel.mlir:[[#@LINE+7]]:3: warning: no kernel is made of function 'f': linalg.fill is no loop; run 'polymem-from-linalg' first
// CHECK: error: no function of this module has a kernel
// Where the host's code is lowered as well, what cannot be is an error itself.
// HOST: no-kernel.mlir:[[#@LINE+4]]:3: error: polymem-verify-input: 'linalg.fill' cannot be lowered: apply 'polymem-from-linalg' first
// ERROR-NOT: warning
// ERROR: error: no function of this module has a kernel
func.func @f(%A: memref<?xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%A : memref<?xf32>)
  return
}
