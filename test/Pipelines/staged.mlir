// emit=staged ends with the tiles that a GPU would run, in the scratch dialect.
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged" | FileCheck %s
// RUN: not polymem-opt %s --polymem-to-ptx="emit=staged metadata=x.json" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=METADATA

// CHECK-LABEL: func.func @transpose
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<?x?xf32>
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK: scratch.alloc{{.*}} #gpu.address_space<workgroup>>
// CHECK: scratch.copy_in %[[A]]
// CHECK-NOT: gpu.launch
func.func @transpose(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// METADATA: option 'metadata': with emit=staged and emit=cost there are no kernels to describe; give emit=ptx or emit=module
